import { useQuery, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { withReason } from '../access-reasons.ts'

type Private<T> = {
  queryKey: QueryKey
  subject: string
  declined: string
  /** True if it opens with its case, for whose owner the case is the reason. */
  isOpened: boolean
  call: (input: { reason?: string }) => Promise<T>
  show: string
}

/** Private parts of a case, or the button that asks for a reason to show them. */
export function useBehindReason<T>({ queryKey, subject, declined, isOpened, call, show }: Private<T>): {
  data: T | undefined
  button: ReactNode
} {
  const [isWanted, setWanted] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    enabled: isWanted || isOpened,
    retry: false,
    queryFn: () => withReason(subject, declined, call),
  })
  const button = (
    <>
      <ErrorNote>{error && errorText(error)}</ErrorNote>
      <Button
        tone="quiet"
        size="sm"
        className="justify-self-start"
        busy={isFetching}
        onClick={() => (isWanted ? void refetch() : setWanted(true))}
      >
        {show}
      </Button>
    </>
  )
  return { data, button }
}
