import { useEffect, useState } from 'react'

const REST = 200

/** True once a value has been stable for a moment, so that values in between cause no calls. */
export function useSettled(value: string): boolean {
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
