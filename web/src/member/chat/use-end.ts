import { useEffect, useLayoutEffect, useRef } from 'react'

/** Within this distance from the end, the log follows new messages. */
const NEAR = 120

/** Keeps the log scrolled to its end, unless the member reads further up. Sending a message scrolls back to the end. */
export function useEnd(last: string | undefined, outgoing: number) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useEffect(() => {
    const log = box.current
    if (!log) return
    const note = () => {
      atEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR
    }
    const watch = new ResizeObserver(() => {
      if (atEnd.current) log.scrollTop = log.scrollHeight
    })
    watch.observe(log)
    log.addEventListener('scroll', note, { passive: true })
    return () => {
      watch.disconnect()
      log.removeEventListener('scroll', note)
    }
  }, [])
  useLayoutEffect(() => {
    if (outgoing > 0) atEnd.current = true
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last, outgoing])
  return box
}
