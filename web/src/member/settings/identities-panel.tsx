import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { identities } from '../../api/providers-client.ts'
import { useSettings } from '../../api/settings.ts'
import { rememberRedirect } from '../../session/redirect.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Panel } from './panel.tsx'
import { identitiesQuery } from './queries.ts'
import { useAction } from '../use-action.ts'

const names = { google: 'Google', facebook: 'Facebook' } as const
type Provider = keyof typeof names

export function IdentitiesPanel() {
  const { t } = useLingui()
  const { googleClientId, facebookAppId } = useSettings()
  const queryClient = useQueryClient()
  const action = useAction()
  const query = useQuery(identitiesQuery)
  const linked = query.data?.data.identities.map(({ provider }) => provider) ?? []
  const offered = [...(googleClientId ? ['google' as const] : []), ...(facebookAppId ? ['facebook' as const] : [])]
  if (offered.length === 0) return null

  const link = (provider: Provider) =>
    action.run(async () => {
      const { data } = await identities.startProvider({ params: { provider } })
      rememberRedirect({ state: data.state, linking: true })
      location.assign(data.address)
    })
  const unlink = async (provider: Provider) => {
    if (await action.run(() => identities.unlinkProvider({ params: { provider } })))
      toast({ text: t`${names[provider]} is no longer linked.` })
    await queryClient.invalidateQueries(identitiesQuery)
  }
  return (
    <Panel id="identities" title={t`Other ways to sign in`} error={action.text} needs={query}>
      <ul className="grid gap-3">
        {offered.map((provider) => (
          <li key={provider} className="flex items-center justify-between gap-4">
            <span className="font-medium">{names[provider]}</span>
            {linked.includes(provider) ? (
              <Button tone="quiet" size="sm" busy={action.busy} onClick={() => void unlink(provider)}>
                <Trans>Unlink</Trans>
              </Button>
            ) : (
              <Button tone="quiet" size="sm" busy={action.busy} onClick={() => void link(provider)}>{t`Link`}</Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
