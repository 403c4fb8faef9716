import { useRef, useState } from 'react'
import { office } from '../../api/office-client.ts'
import { useUsersChanged, type Decision } from './use-users.ts'

export type Outcome = { done: string[]; refused: { id: string; why: string }[] }
type Wish = { ids: readonly string[]; to: Decision; reason?: string; dryRun?: boolean }

const AT_ONCE = 50

/** The same decision about many, some at a time: how far it is can be seen, and it can be stopped. */
export function useBulk() {
  const changed = useUsersChanged()
  const [tried, setTried] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const wanted = useRef(true)

  const run = async ({ ids, to, reason, dryRun = false }: Wish): Promise<Outcome | undefined> => {
    wanted.current = true
    setProblem(undefined)
    const outcome: Outcome = { done: [], refused: [] }
    try {
      for (let at = 0; at < ids.length && wanted.current; at += AT_ONCE) {
        if (!dryRun) setTried(at)
        const body = {
          ids: ids.slice(at, at + AT_ONCE),
          to,
          dryRun,
          ...(reason?.trim() ? { reason: reason.trim() } : {}),
        }
        const { data } = await office.decideAboutMany({ body })
        outcome.done.push(...data.done)
        outcome.refused.push(...data.refused)
      }
      return outcome
    } catch (error) {
      setProblem(error)
      return undefined
    } finally {
      setTried(undefined)
      if (!dryRun) await changed()
    }
  }
  return { run, tried, problem, stop: () => void (wanted.current = false) }
}
