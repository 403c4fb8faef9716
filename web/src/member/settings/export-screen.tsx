import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BASE } from '../../api/base.ts'
import { readerLanguage } from '../../api/reader-language.ts'
import { usePage } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'

type State = 'ready' | 'loading' | 'done' | 'refused'

/** The page that the emailed link opens. The file can be downloaded once. */
export default function ExportScreen() {
  const { t } = useLingui()
  const [state, setState] = useState<State>('ready')
  usePage(t`Your data`)
  const load = async () => {
    setState('loading')
    const token = new URLSearchParams(location.hash.slice(1)).get('token')
    const answer = await fetch(`${BASE}/auth/export/file`, {
      method: 'POST',
      headers: { 'accept-language': readerLanguage(), 'content-type': 'application/json' },
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
      <h1>{t`Your data`}</h1>
      <p className="text-muted">
        <Trans>All the data we have about you, including photos, in one file. This link works once.</Trans>
      </p>
      {state === 'refused' && (
        <Note tone="danger" live>{t`This link has expired. You can request a new one in Settings.`}</Note>
      )}
      {state === 'done' ? (
        <Note tone="positive" live>{t`Your download has started.`}</Note>
      ) : (
        <Button size="lg" busy={state === 'loading'} onClick={() => void load()}>{t`Download file`}</Button>
      )}
    </main>
  )
}
