export interface PageQuery {
  /** From 1. Default: 1. */
  page?: number;
  /** 1 to 100. Default: 20. */
  limit?: number;
}

export interface MessageResponse {
  success: true;
  message: string;
}

/** Why a field of a request is invalid. */
export interface FieldFault {
  field: string;
  message: string;
}

export interface PublicMerchant {
  id: string;
  business_name: string;
}

export interface PublicMerchantsResponse {
  success: true;
  merchants: PublicMerchant[];
  page: number;
  limit: number;
  total: number;
  total_pages: number;
}
