/** The most that a paid intent with its webhook takes in D1, indexes and free space in pages included. */
export const BYTES_PER_PAYMENT = { whileBodiesAreKept: 1_600, afterwards: 350 };
