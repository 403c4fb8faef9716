import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { billing } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Note } from '../../ui/pieces.tsx'
import { methodsQuery, useOperation } from './operations.ts'

/** To the page for cards. */
export function useNewCard(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: paths.checkout, search: { card: 'new' } as never })
}

/** What is paid with. */
export function Cards() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const operation = useOperation('paymentMethods')
  const { data: cards = [] } = useQuery(methodsQuery())
  const settled = () =>
    Promise.all(
      ['paymentMethods', 'currentSubscription', 'invoices'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  const newCard = useNewCard()
  return (
    <section className="card grid gap-3">
      <h2>
        <Trans>Cards</Trans>
      </h2>
      {operation.error && (
        <Note tone="danger" live>
          {operation.error.shown}
        </Note>
      )}
      <ul className="grid gap-2">
        {cards.map(({ _id, brand, last4, isDefault }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {brand} •••• {last4} {isDefault && <Badge>{t`In use`}</Badge>}
            </span>
            <span className="flex gap-2">
              {!isDefault && (
                <Button
                  tone="quiet"
                  size="sm"
                  onClick={() =>
                    void operation.run(() => billing.setDefaultMethod({ params: { id: _id } })).then(settled)
                  }
                >
                  <Trans>Use this one</Trans>
                </Button>
              )}
              <Button
                tone="ghost"
                size="sm"
                aria-label={t`Remove the card ending in ${last4}`}
                onClick={() => void operation.run(() => billing.removeMethod({ params: { id: _id } })).then(settled)}
              >
                <Trans>Remove</Trans>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={newCard}>
        <Trans>Another card</Trans>
      </Button>
    </section>
  )
}
