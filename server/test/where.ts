/** One run where something is: a program, or the time of a proof. Elsewhere it says that nothing is run. */
export function runsWhere(isThere: boolean, what: string): readonly string[] {
  if (!isThere) console.error(`Not run: what needs ${what}.`)
  return isThere ? [what] : []
}
