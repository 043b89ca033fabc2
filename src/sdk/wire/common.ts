export interface PageQuery {
  page?: number;
  /** 1 to 100; 20 when left out. */
  limit?: number;
}

export interface MessageResponse {
  success: true;
  message: string;
}

/** One fault of an invalid request. */
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
