import type { PaymentMethod } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reload } from '../../api/queries.ts'
import { billing } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, ErrorNote } from '../../ui/pieces.tsx'
import { Failure } from './failure.tsx'
import { paymentMethodsQuery, useOperation } from './operations.ts'

export function useNewCard(): () => void {
  return () => void navigate({ to: paths.checkout, search: { card: 'new' } })
}

export function Cards() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const operation = useOperation('update')
  const query = useQuery(paymentMethodsQuery())
  const refresh = () => reload(queryClient, 'listPaymentMethods', 'currentSubscription', 'listInvoices')
  const change = (work: () => Promise<unknown>) => void operation.run(work).then(refresh)
  const newCard = useNewCard()
  return (
    <section className="card grid gap-3">
      <h2>{t`Cards`}</h2>
      <ErrorNote>{operation.error?.shown}</ErrorNote>
      <Failure query={query} call="paymentMethods" />
      {query.data?.length === 0 && <p className="text-muted">{t`You have no saved cards.`}</p>}
      <ul className="grid gap-2">
        {query.data?.map((card) => (
          <CardRow
            key={card._id}
            card={card}
            onUse={() => change(() => billing.setDefaultMethod({ params: { id: card._id } }))}
            onRemove={() => change(() => billing.removeMethod({ params: { id: card._id } }))}
          />
        ))}
      </ul>
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={newCard}>{t`Add card`}</Button>
    </section>
  )
}

type RowProps = { card: PaymentMethod; onUse: () => void; onRemove: () => void }

function CardRow({ card: { brand, last4, isDefault }, onUse, onRemove }: RowProps) {
  const { t } = useLingui()
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span>
        <span className="capitalize">{brand}</span> •••• {last4} {isDefault && <Badge>{t`In use`}</Badge>}
      </span>
      <span className="flex gap-2">
        {!isDefault && <Button tone="quiet" size="sm" onClick={onUse}>{t`Use this card`}</Button>}
        <Button tone="ghost" size="sm" aria-label={t`Remove the card ending in ${last4}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </span>
    </li>
  )
}
