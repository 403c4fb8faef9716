import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BASE } from '../../api/base.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Note } from '../../ui/pieces.tsx'

type State = 'ready' | 'loading' | 'done' | 'refused'

/** The page of the emailed link. The file can be downloaded once. */
export default function ExportScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const [state, setState] = useState<State>('ready')
  usePage(t`Your data`, brand)
  const load = async () => {
    setState('loading')
    const token = new URLSearchParams(location.hash.slice(1)).get('token')
    const answer = await fetch(`${BASE}/auth/export/file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }).catch(() => null)
    if (!answer?.ok) return setState('refused')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await answer.blob())
    link.download = 'my-data.zip'
    link.click()
    setState('done')
  }
  return (
    <main
      id="main"
      data-area="member"
      className="mx-auto grid max-w-xl content-center justify-items-start gap-5 px-5 py-24"
    >
      <h1>
        <Trans>Your data</Trans>
      </h1>
      <p className="text-muted">
        <Trans>Everything that we keep about you, with your photos, as a file. It comes once by this link.</Trans>
      </p>
      {state === 'refused' && (
        <Note tone="danger" live>
          <Trans>This link is not good any more. Please ask for a new one in the settings.</Trans>
        </Note>
      )}
      {state === 'done' ? (
        <Note tone="positive" live>
          <Trans>The file is on its way to your device.</Trans>
        </Note>
      ) : (
        <Button size="lg" busy={state === 'loading'} onClick={() => void load()}>
          <Trans>Get the file</Trans>
        </Button>
      )}
    </main>
  )
}
