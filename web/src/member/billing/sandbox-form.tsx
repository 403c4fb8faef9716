import { field, isObject } from '../../api/failure.ts'
import { oneOf } from '../../api/params.ts'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { serverUrl } from '../../api/base.ts'
import { readerLanguage } from '../../api/reader-language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useMoney, type Money } from './price.ts'
import { Note } from '../../ui/pieces.tsx'

type Paid = { status: 'succeeded' | 'requires_action' | 'failed'; message: string | null }
const isPaid = (value: unknown): value is Paid =>
  oneOf(['succeeded', 'requires_action', 'failed'], field(value, 'status')) !== undefined

/** Calls the sandbox as a third party would, because it isn't part of our API. */
async function payWith(clientSecret: string, card: string, authenticate: boolean): Promise<Paid> {
  const answer = await fetch(serverUrl('/dev/payments/pay'), {
    method: 'POST',
    headers: { 'accept-language': readerLanguage(), 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, card, authenticate }),
  })
  const body: unknown = await answer.json()
  const data = isObject(body) ? body['data'] : undefined
  return isPaid(data) ? data : { status: 'failed', message: field(body, 'message') ?? null }
}

type Props = {
  clientSecret: string
  /** The amount due now, or null if the card is only saved. */
  pays: Money | null
  busy: boolean
  onSubmitted: () => void
}

/** A card form that accepts only test cards, as it states. */
export function SandboxForm({ clientSecret, pays, busy, onSubmitted }: Props) {
  const { t } = useLingui()
  const money = useMoney()
  const [card, setCard] = useState('4242 4242 4242 4242')
  const [paid, setPaid] = useState<Paid>()
  const [sending, setSending] = useState(false)
  const pay = async (authenticate: boolean) => {
    setSending(true)
    const answer = await payWith(clientSecret, card, authenticate).catch((): Paid => ({
      status: 'failed',
      message: null,
    }))
    setPaid(answer)
    setSending(false)
    if (answer.status === 'succeeded') onSubmitted()
  }
  if (paid?.status === 'requires_action')
    return (
      <BankAsks
        busy={sending || busy}
        onYes={() => void pay(true)}
        onNo={() => setPaid({ status: 'failed', message: t`The payment wasn’t confirmed.` })}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pay(false)
  }
  return (
    <form className="card grid gap-4" onSubmit={submit}>
      <Note tone="warning">{t`This is a test. No money moves, and real cards aren’t accepted.`}</Note>
      <TestCards onPick={setCard} />
      <TextField
        label={t`Card number`}
        inputMode="numeric"
        autoComplete="off"
        required
        value={card}
        error={paid?.status === 'failed' ? (paid.message ?? t`The payment didn’t go through.`) : undefined}
        onChange={({ target }) => setCard(target.value)}
      />
      <Button type="submit" size="lg" className="justify-self-start" busy={sending || busy}>
        {pays === null ? t`Use this card` : t`Pay ${money(pays.amount, pays.currency)}`}
      </Button>
    </form>
  )
}

const BankAsks = ({ busy, onYes, onNo }: { busy: boolean; onYes: () => void; onNo: () => void }) => {
  const { t } = useLingui()
  return (
    <div className="card grid justify-items-start gap-4">
      <p>{t`Your (simulated) bank asks: Is this you?`}</p>
      <Button busy={busy} onClick={onYes}>{t`Yes, it’s me`}</Button>
      <Button tone="quiet" onClick={onNo}>{t`No`}</Button>
    </div>
  )
}

function TestCards({ onPick }: { onPick: (number: string) => void }) {
  const { t } = useLingui()
  const cards: [string, string][] = [
    ['4242 4242 4242 4242', t`Succeeds`],
    ['4000 0025 0000 3155', t`Asks for confirmation`],
    ['4000 0000 0000 0002', t`Is declined`],
    ['4000 0000 0000 9995', t`Has insufficient funds`],
    ['4000 0000 0000 0069', t`Has expired`],
    ['4000 0000 0000 0341', t`Succeeds, then fails at renewal`],
    ['4000 0000 0000 0259', t`Succeeds, then is disputed`],
  ]
  return (
    <SelectField label={t`Test card`} onChange={({ target }) => onPick(target.value)}>
      {cards.map(([number, what]) => (
        <option key={number} value={number}>
          {what}
        </option>
      ))}
    </SelectField>
  )
}
