import type { Uploaded } from '@kindred/contract/profiles/pictures'
import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useRef, useState } from 'react'
import { errorText, pictureErrorText } from '../../api/error-text.ts'
import { members } from '../../api/member-client.ts'
import { uploadPicture } from '../../api/upload.ts'
import { refreshProfile } from '../../session/actions.ts'
import { getSession, useSession } from '../../session/store.ts'
import { useOrder } from './use-order.ts'

export const MOST = 10

export type Coming = { key: string; name: string; progress: number; error?: string }

/** The first picture of all becomes the profile picture. */
const attach = ({ url, publicId, name, size, mimeType }: Uploaded): Promise<unknown> =>
  getSession().user?.pictures.length
    ? members.uploadPictures({ body: { imagesData: [{ url, publicId, name, size, mimeType }] } })
    : members.uploadProfilePicture({ body: { imageData: { url, publicId } } })

/** One's pictures, and those on their way: each with how far it is, or why it did not come. */
export function usePictures() {
  const saved = useSession(({ user }) => user?.pictures) ?? []
  const [coming, setComing] = useState<readonly Coming[]>([])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { pictures, move, settled } = useOrder(saved, (error) =>
    setProblem(error === undefined ? undefined : errorText(error)),
  )
  const update = (key: string, change: Partial<Coming>) =>
    setComing((before) => before.map((each) => (each.key === key ? { ...each, ...change } : each)))

  const forget = (key: string) => setComing((before) => before.filter((each) => each.key !== key))

  const send = async (key: string, file: File) => {
    try {
      const uploaded = await uploadPicture(file, file.name, (progress) => update(key, { progress }))
      await attach(uploaded)
      await refreshProfile()
      forget(key)
    } catch (error) {
      update(key, { error: errorText(error) })
    }
  }
  // One after the other: the first of all becomes the profile picture.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const add = (file: File) => {
    const key = crypto.randomUUID()
    setComing((before) => [...before, { key, name: file.name, progress: 0 }])
    line.current = line.current.then(() => send(key, file))
  }
  const roomFor = (files: readonly File[]) => files.slice(0, Math.max(0, MOST - pictures.length - coming.length))
  const act = async (work: () => Promise<unknown>, words = errorText) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await settled()
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
