import { test } from 'vitest'

/** A test for where something is: a program, or the time of a proof. Elsewhere it says that it isn't run. */
export const testWhere = (isThere: boolean, what: string): ((title: string, run: () => void, limit?: number) => void) =>
  isThere ? test : (title) => console.error(`Not run: ${title} (${what}).`)
