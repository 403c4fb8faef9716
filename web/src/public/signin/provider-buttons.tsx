import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { identities } from '../../api/providers-client.ts'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { rememberRedirect } from '../../session/redirect.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'

const names = { google: 'Google', facebook: 'Facebook' } as const
type Provider = keyof typeof names

/** This installation's sign-in providers. Each opens its own page and returns, and none of their scripts run here. */
export function ProviderButtons({ from, ...invited }: { from?: string | undefined; invitation?: string }) {
  const { googleClientId, facebookAppId } = useSettings()
  const [error, setError] = useState<string>()
  const offered = [...(googleClientId ? ['google' as const] : []), ...(facebookAppId ? ['facebook' as const] : [])]
  if (offered.length === 0) return null

  const go = async (provider: Provider) => {
    try {
      const { data } = await identities.startProvider({ params: { provider } })
      rememberRedirect({ state: data.state, linking: false, from, ...invited })
      location.assign(data.address)
    } catch (failure) {
      setError(errorText(failure))
    }
  }
  return (
    <div className="grid gap-3">
      <ErrorNote>{error}</ErrorNote>
      {offered.map((provider) => (
        <Button key={provider} tone="quiet" size="lg" block onClick={() => void go(provider)}>
          <Trans>Continue with {names[provider]}</Trans>
        </Button>
      ))}
    </div>
  )
}
