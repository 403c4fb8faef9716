import { useEffect, useEffectEvent } from 'react'
import { isObject } from '../../api/failure.ts'
import { usePlace } from '../../router/place.ts'
import { readJson, write } from '../../session/storage.ts'
import { getSession, useSession } from '../../session/store.ts'

export type RecentPlace = { href: string; name: string }

const MOST = 8

const isPlaces = (value: unknown): value is RecentPlace[] =>
  Array.isArray(value) &&
  value.every((each) => isObject(each) && typeof each['href'] === 'string' && typeof each['name'] === 'string')

/** Signing out removes every key that starts like this. */
const keyOf = (id: string) => `kindred.recent.${id}`

export const recentPlaces = (): RecentPlace[] => {
  const { user } = getSession()
  return (user && readJson(keyOf(user._id), isPlaces)) ?? []
}

/** Remembers the users and reports that this viewer opened. Their name is the page's title, once it is known. */
export function useRememberPlaces(): void {
  const id = useSession((session) => session.user?._id)
  const { pathname } = usePlace()
  const isRecord = /^\/(users|reports)\/./.test(pathname)
  const remember = useEffectEvent(() => {
    const name = document.title.split(' · ').slice(0, -1).join(' · ')
    if (!id || name === '' || location.pathname !== pathname) return
    const others = recentPlaces().filter(({ href }) => href !== pathname)
    write(keyOf(id), JSON.stringify([{ href: pathname, name }, ...others].slice(0, MOST)))
  })
  useEffect(() => {
    const title = document.querySelector('title')
    if (!isRecord || !title) return
    const observer = new MutationObserver(() => remember())
    observer.observe(title, { childList: true })
    remember()
    return () => observer.disconnect()
  }, [isRecord, pathname])
}
