import { useEffect, useRef, useState } from 'react'
import { forgetUnfinished, saveUnfinished, unfinished } from './unfinished.ts'

/** A text that is being typed; if the session ends by itself meanwhile, it is there again after the next sign-in. */
export function useUnfinished(name: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => unfinished(name) ?? initial)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    forgetUnfinished(name)
    return () => saveUnfinished(name, latest.current)
  }, [name])
  return [text, setText]
}
