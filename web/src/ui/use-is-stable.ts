import { useEffect, useState } from 'react'

const REST = 200

/** True once a value has been stable for a moment, so that intermediate values cause no requests. */
export function useIsStable(value: string): boolean {
  const [stable, setStable] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return stable === value
}
