/** A single case if the requirement is met. Otherwise, there is none, and the log says so. */
export function runsWhere(isThere: boolean, what: string): readonly string[] {
  if (!isThere) console.error(`Not run: what needs ${what}.`)
  return isThere ? [what] : []
}
