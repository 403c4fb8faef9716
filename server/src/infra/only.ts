/** The part of an object that a schema of the contract has, so that what is added to the object later stays out. */
export const only = <T extends object, K extends string>(shape: Record<K, unknown>, whole: T): Pick<T, K & keyof T> =>
  // All remaining keys are in both objects, but `fromEntries` types them as strings.
  Object.fromEntries(Object.entries(whole).filter(([key]) => key in shape)) as Pick<T, K & keyof T>
