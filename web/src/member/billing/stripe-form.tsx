import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { useMoney, type Money } from './price.ts'
import { openStripe, type Confirmed, type Elements } from './stripe.ts'

type Props = {
  publishableKey: string
  clientSecret: string
  /** What is paid now; null where the card is kept for later. */
  pays: Money | null
  /** Where a bank that asks on a page of its own sends people back to. */
  returnTo: string
  busy: boolean
  onSubmitted: () => void
}

/** Stripe's own card field. Its input never reaches our code. */
export function StripeForm({ publishableKey, clientSecret, pays, returnTo, busy, onSubmitted }: Props) {
  const { t } = useLingui()
  const money = useMoney()
  const { place, elements, problem, setProblem } = useElements(publishableKey, clientSecret)
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!elements) return
    setSending(true)
    setProblem(undefined)
    const answer = await elements.confirm(pays !== null, returnTo).catch((): Confirmed => ({ error: {} }))
    setSending(false)
    if (answer.error) setProblem(answer.error.message ?? t`The payment didn’t go through.`)
    else onSubmitted()
  }
  return (
    <form className="card grid gap-4" onSubmit={(event) => void submit(event)}>
      <ErrorNote>{problem}</ErrorNote>
      {!elements && !problem && <Skeleton height="10rem" label={t`Loading card form…`} />}
      <div ref={place} />
      <Button type="submit" size="lg" className="justify-self-start" busy={sending || busy} disabled={!elements}>
        {pays === null ? <Trans>Use this card</Trans> : <Trans>Pay {money(pays.amount, pays.currency)}</Trans>}
      </Button>
    </form>
  )
}

/** Their field, put into ours; or why it did not come. */
function useElements(publishableKey: string, clientSecret: string) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [elements, setElements] = useState<Elements>()
  const [problem, setProblem] = useState<string>()
  const unreachable = t`We can’t reach the payment provider. Please try again later.`
  useEffect(() => {
    let wanted = true
    openStripe(publishableKey, clientSecret).then(
      (opened) => {
        if (!wanted || !place.current) return
        opened.mount(place.current)
        setElements(opened)
      },
      () => wanted && setProblem(unreachable),
    )
    return () => void (wanted = false)
  }, [publishableKey, clientSecret, unreachable])
  return { place, elements, problem, setProblem }
}
