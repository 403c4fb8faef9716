/** One run if a program is installed or it's a proof. Otherwise, the log shows that nothing runs. */
export function runsWhere(isThere: boolean, what: string): readonly string[] {
  if (!isThere) console.error(`Not run: what needs ${what}.`)
  return isThere ? [what] : []
}
