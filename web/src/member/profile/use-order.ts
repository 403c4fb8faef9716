import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useRef } from 'react'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { getSession, setSession } from '../../session/store.ts'

const show = (pictures: OwnPicture[]): void => {
  const { user } = getSession()
  if (user) setSession({ user: { ...user, pictures } })
}

/**
 * Shows a new order at once and saves one after the other, so that quick moves neither wait nor overtake each other:
 * an order that is changed before its turn is left out. If one can't be saved, what the server has is shown again.
 */
export function useOrder(onProblem: (error?: unknown) => void) {
  const wanted = useRef<OwnPicture[]>(null)
  const saving = useRef<Promise<void>>(Promise.resolve())
  const save = async (before: OwnPicture[], after: OwnPicture[]) => {
    if (wanted.current !== after) return
    try {
      await members.arrangePictures({ body: { order: after.map(({ publicId }) => publicId) } })
      if (wanted.current === after) await refreshProfile()
    } catch (error) {
      await refreshProfile().catch(() => show(before))
      onProblem(error)
    }
  }
  const move = (from: number, to: number) => {
    const before = getSession().user?.pictures ?? []
    const moved = before[from]
    if (!moved) return
    const after = before.toSpliced(from, 1).toSpliced(to, 0, moved)
    onProblem()
    show(after)
    wanted.current = after
    saving.current = saving.current.then(() => save(before, after))
  }
  return { move, settled: () => saving.current }
}
