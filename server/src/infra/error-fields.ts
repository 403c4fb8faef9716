/** A field that Node's and the database's errors add to `Error`, such as `code`; undefined if it is missing. */
export const errorField = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

export function errorCode(error: unknown): string | undefined {
  const code = errorField(error, 'code')
  return typeof code === 'string' ? code : undefined
}
