import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BASE, parseBody } from '../../api/base.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { readerLanguage } from '../../api/reader-language.ts'
import { failed } from '../../api/send.ts'
import { usePage } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'

type State = 'ready' | 'loading' | 'done' | { problem: string }

/** The page that the emailed link opens. The file can be downloaded once. */
export default function ExportScreen() {
  const { t } = useLingui()
  const [state, setState] = useState<State>('ready')
  usePage(t`Your data`)
  /** Returns what went wrong. The server deletes the file as it sends it, so a link whose file is lost is used up. */
  const load = async (): Promise<string | undefined> => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token')
    const answer = await fetch(`${BASE}/auth/export/file`, {
      method: 'POST',
      headers: { 'accept-language': readerLanguage(), 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }).catch(() => null)
    if (!answer) return errorText(new CallFailed('no-answer'))
    if (!answer.ok) {
      const { status } = answer
      const failure = failed({ status, data: parseBody(await answer.text().catch(() => '')) })
      return failure.is('invalid_secret')
        ? t`This link has expired. You can request a new one in Settings.`
        : errorText(failure)
    }
    const file = await answer.blob().catch(() => null)
    if (!file)
      return t`The download was interrupted, and the link works only once. You can request a new one in Settings.`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = 'my-data.zip'
    link.click()
    return undefined
  }
  const start = async () => {
    setState('loading')
    const problem = await load()
    setState(problem === undefined ? 'done' : { problem })
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
      {typeof state === 'object' && <ErrorNote>{state.problem}</ErrorNote>}
      {state === 'done' ? (
        <Note tone="positive" live>{t`Your download has started.`}</Note>
      ) : (
        <Button size="lg" busy={state === 'loading'} onClick={() => void start()}>{t`Download file`}</Button>
      )}
    </main>
  )
}
