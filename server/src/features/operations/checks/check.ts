import { setTimeout as pause } from 'node:timers/promises'

/** If something is wrong, it includes what the operator can do. */
export type Finding = {
  passed: boolean
  /** A warning doesn't make the doctor fail. */
  isWarning?: boolean
  message: string
}
export type Check = { name: string; look: () => Promise<Finding> }

export const fine = (message: string): Finding => ({ passed: true, message })
export const problem = (message: string, remedy: string): Finding => ({
  passed: false,
  message: `${message} ${remedy}`,
})
export const warning = (message: string, remedy: string): Finding => ({
  passed: true,
  isWarning: true,
  message: `${message} ${remedy}`,
})

const LONGEST = 15_000

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A check that fails or takes too long is a finding, too. */
async function findingOf({ look }: Check, longest: number): Promise<Finding> {
  const tooLate = new AbortController()
  try {
    return await Promise.race([
      look(),
      pause(longest, problem(`There was no answer for ${longest / 1000} seconds.`, 'Check the network.'), {
        signal: tooLate.signal,
      }),
    ])
  } catch (error) {
    return problem('This couldn’t be checked:', reasonOf(error))
  } finally {
    tooLate.abort()
  }
}

export const runChecks = (checks: readonly Check[], longest = LONGEST): Promise<(Finding & { name: string })[]> =>
  Promise.all(checks.map(async (check) => ({ name: check.name, ...(await findingOf(check, longest)) })))
