/** An object without what says nothing: null, undefined, and empty texts, lists and objects. */
export function told<T extends object>(value: { [K in keyof T]: T[K] | null | undefined }): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => {
      if (field === null || field === undefined || field === '') return false
      return typeof field !== 'object' || Object.keys(field).length > 0
    }),
  ) as T
}
