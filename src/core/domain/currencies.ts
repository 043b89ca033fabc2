// Generated from ISO 4217 of 2026-01-01 by npm run generate; do not edit.

/** The codes of what people are paid in, by the number of their decimals. */
export const CODES_BY_EXPONENT: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT
    MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB
    SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
    USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
};

/** Nothing new may be in these: currencies that have ended, funds and units of account. Stored rows may be. */
export const FORMER_CODES_BY_EXPONENT: Record<number, string> = {
  0: "BYR UYI",
  2: "ANG BGN BOV CHE CHW COU CUC HRK MXV SLL USN XAD ZWL",
  4: "CLF UYW",
};

/** Currencies that have ended, by the first day without them. */
export const ENDED: Record<string, string> = {
  "2002-03-01": "ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE",
  "2003-01-01": "AFA",
  "2004-01-01": "SRG",
  "2005-01-01": "MGF",
  "2005-07-01": "ROL",
  "2006-01-01": "AZM TRL",
  "2006-07-01": "MZM",
  "2006-10-26": "CSD",
  "2007-01-01": "SIT",
  "2007-07-01": "SDD",
  "2008-01-01": "CYP GHC MTL VEB",
  "2008-08-01": "ZWD",
  "2009-01-01": "SKK TMM",
  "2009-07-01": "ZWR",
  "2011-01-01": "EEK",
  "2013-01-01": "ZMK",
  "2014-01-01": "LVL",
  "2015-01-01": "LTL",
  "2017-01-01": "BYR",
  "2018-01-01": "MRO STD",
  "2018-08-20": "VEF",
  "2021-07-01": "CUC",
  "2023-01-01": "HRK",
  "2024-01-01": "SLL",
  "2024-09-01": "ZWL",
  "2025-07-01": "ANG",
  "2026-01-01": "BGN",
};

/** Codes of ISO 4217 that nobody is paid in. */
export const NOT_PAID_IN =
  "BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX";
