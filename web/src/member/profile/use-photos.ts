import type { Uploaded } from '@kindred/contract/profiles/pictures'
import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useEffect, useRef, useState } from 'react'
import { errorText, pictureErrorText } from '../../api/error-text.ts'
import { members } from '../../api/member-client.ts'
import { uploadPicture } from '../../api/upload.ts'
import { refreshProfile } from '../../session/actions.ts'
import { getSession, useSession } from '../../session/store.ts'
import { toast } from '../../ui/toast.tsx'

type Order = readonly string[]

const idsOf = (pictures: readonly OwnPicture[]): Order => pictures.map(({ publicId }) => publicId)

/** Photos that are missing from the order are newer, and come last. */
const inOrder = (pictures: readonly OwnPicture[], order: Order): readonly OwnPicture[] => {
  const placeOf = ({ publicId }: OwnPicture) => (order.includes(publicId) ? order.indexOf(publicId) : order.length)
  return pictures.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * Shows a new order immediately and saves one change at a time, so that quick moves neither wait nor overtake each
 * other. An order that is replaced before its turn isn't sent. The wanted order overrides the profile's until it is
 * saved or rejected, whatever responses arrive in between.
 */
function useOrder(pictures: readonly OwnPicture[], onProblem: (error?: unknown) => void) {
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
  return { pictures: shown ? inOrder(pictures, shown) : pictures, move, whenSaved: () => saving.current }
}

/** Members who have more photos from before keep them. */
export const SLOTS = 6

export type Upload = { key: string; name: string; progress: number; error?: string }

/** The first photo becomes the profile photo. */
const attach = ({ url, publicId, name, size, mimeType }: Uploaded): Promise<unknown> =>
  getSession().user?.pictures.length
    ? members.uploadPictures({ body: { imagesData: [{ url, publicId, name, size, mimeType }] } })
    : members.uploadProfilePicture({ body: { imageData: { url, publicId } } })

export function usePhotos() {
  const saved = useSession(({ user }) => user?.pictures) ?? []
  const [coming, setComing] = useState<readonly Upload[]>([])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { pictures, move, whenSaved } = useOrder(saved, (error) =>
    setProblem(error === undefined ? undefined : errorText(error)),
  )
  const update = (key: string, change: Partial<Upload>) =>
    setComing((before) => before.map((each) => (each.key === key ? { ...each, ...change } : each)))

  const forget = (key: string) => setComing((before) => before.filter((each) => each.key !== key))

  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const send = async (key: string, file: File) => {
    try {
      const uploaded = await uploadPicture(file, file.name, (progress) => update(key, { progress }))
      await attach(uploaded)
      await refreshProfile()
      forget(key)
    } catch (error) {
      if (isOpen.current) update(key, { error: errorText(error) })
      else toast({ text: errorText(error), bad: true })
    }
  }
  // Photos are added one at a time, because the first one becomes the profile photo.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const add = (file: File) => {
    const key = crypto.randomUUID()
    setComing((before) => [...before, { key, name: file.name, progress: 0 }])
    line.current = line.current.then(() => send(key, file))
  }
  const roomFor = (files: readonly File[]) => files.slice(0, Math.max(0, SLOTS - pictures.length - coming.length))
  const act = async (work: () => Promise<unknown>, words = errorText) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await whenSaved()
      await work()
      await refreshProfile()
    } catch (error) {
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  const remove = ({ publicId }: OwnPicture) =>
    act(
      () =>
        publicId === pictures[0]?.publicId
          ? members.deleteProfilePicture()
          : members.deletePicture({ params: { publicId } }),
      pictureErrorText,
    )
  const describe = ({ publicId }: OwnPicture, body: { alt?: string; audience?: 'everyone' | 'matches' }) =>
    act(() => members.describePicture({ params: { publicId }, body }))
  return { pictures, coming, problem, busy, add, roomFor, move, remove, describe, forget }
}
