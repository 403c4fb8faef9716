import { useEffect, useState } from 'react'

const REST = 200

/** Whether a value has rested for a moment: what is passed by quickly is not worth a call. */
export function useSettled(value: string): boolean {
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
