import { useEffect, useState } from 'react'

const REST = 200

/** True once a value has been stable for a moment, so that values in between cause no calls. */
export function useIsStable(value: string): boolean {
  const [stable, setStable] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return stable === value
}
