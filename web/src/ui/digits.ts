const ARABIC = 0x06_60
const PERSIAN = 0x06_f0

/** Text with Arabic and Persian digits replaced by the digits that the API expects. */
export const withLatinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    return String(code - (code < PERSIAN ? ARABIC : PERSIAN))
  })

/**
 * The digits of a code after an input event. Whatever is typed or pasted after a complete code starts a new one, so
 * that no one has to delete a rejected code first.
 */
export function codeIn(typed: string, before: string, length: number): string {
  const digits = withLatinDigits(typed).replaceAll(/\D/g, '')
  const isNext = before.length === length && digits.length > length && digits.startsWith(before)
  return (isNext ? digits.slice(length) : digits).slice(0, length)
}
