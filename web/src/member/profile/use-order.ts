import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useRef, useState } from 'react'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'

type Order = readonly string[]

const idsOf = (pictures: readonly OwnPicture[]): Order => pictures.map(({ publicId }) => publicId)

/** Pictures that an order doesn't know were added after it, and come last. */
const inOrder = (pictures: readonly OwnPicture[], order: Order): readonly OwnPicture[] => {
  const placeOf = ({ publicId }: OwnPicture) => (order.includes(publicId) ? order.indexOf(publicId) : order.length)
  return pictures.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * Shows a new order at once and saves one after the other, so that quick moves neither wait nor overtake each other:
 * an order that is changed before its turn is left out. The order wanted is shown over the profile's until it is saved
 * or can't be, whatever answers arrive meanwhile.
 */
export function useOrder(pictures: readonly OwnPicture[], onProblem: (error?: unknown) => void) {
  const wanted = useRef<Order>(null)
  const [shown, setShown] = useState<Order | null>(null)
  const saving = useRef<Promise<void>>(Promise.resolve())
  const want = (order: Order | null) => {
    wanted.current = order
    setShown(order)
  }
  const save = async (order: Order) => {
    if (wanted.current !== order) return
    try {
      await members.arrangePictures({ body: { order: [...order] } })
    } catch (error) {
      onProblem(error)
    }
    await refreshProfile()
    if (wanted.current === order) want(null)
  }
  const move = (from: number, to: number) => {
    const before = wanted.current ?? idsOf(pictures)
    const moved = before[from]
    if (moved === undefined) return
    onProblem()
    const order = before.toSpliced(from, 1).toSpliced(to, 0, moved)
    want(order)
    saving.current = saving.current.then(() => save(order))
  }
  return { pictures: shown ? inOrder(pictures, shown) : pictures, move, settled: () => saving.current }
}
