import { callsOf } from '@kindred/contract/calls'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { transparency, type Transparency } from '@kindred/contract/moderation/transparency'
import { useState } from 'react'
import { send } from '../../api/send.ts'
import { readQuery } from '../../api/queries.ts'
import { errorText, texts } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Numbers } from '../../words/transparency/numbers.tsx'
import { BASE } from '../../api/base.ts'
import { CallFailed } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'

const transparencyCalls = callsOf(transparency, send)

type File = 'numbers.csv' | 'statements.csv' | 'statements.json'

/** A link can't carry credentials, so the page requests a ticket first. */
async function fetched(file: File): Promise<Blob> {
  const { ticket } = (await transparencyCalls.issueTransparencyTicket()).data
  const answer = await fetch(`${BASE}/admin/transparency/${file}?${new URLSearchParams({ ticket })}`)
  if (!answer.ok) throw new CallFailed('no-answer', texts.networkOnTheWay)
  return answer.blob()
}

function Downloads({ transparency }: { transparency: Transparency }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState<File>()
  const load = (file: File) => {
    setBusy(file)
    void fetched(file)
      .then((blob) => saveFile(blob, file))
      .catch((error: unknown) => toast({ text: errorText(error), bad: true }))
      .finally(() => setBusy(undefined))
  }
  const saveNumbers = () =>
    saveFile(new Blob([JSON.stringify(transparency, null, 2)], { type: 'application/json' }), 'numbers.json')
  return (
    <section className="card grid gap-3" aria-labelledby="downloads">
      <h2 id="downloads">{t`Downloads`}</h2>
      <p className="text-muted">
        <Trans>
          Groups of fewer than 5 are left out. The statements have the field names of the European Commission’s database
          and no personal data.
        </Trans>
      </p>
      <p className="flex flex-wrap gap-2">
        <Button tone="quiet" busy={busy === 'numbers.csv'} onClick={() => load('numbers.csv')}>
          {t`Data (CSV)`}
        </Button>
        <Button tone="quiet" onClick={saveNumbers}>
          {t`Data (JSON)`}
        </Button>
        <Button tone="quiet" busy={busy === 'statements.csv'} onClick={() => load('statements.csv')}>
          {t`Statements (CSV)`}
        </Button>
        <Button tone="quiet" busy={busy === 'statements.json'} onClick={() => load('statements.json')}>
          {t`Statements (JSON)`}
        </Button>
      </p>
    </section>
  )
}

export default function TransparencyScreen() {
  const { t } = useLingui()
  usePage(t`Transparency`)
  const query = useQuery(readQuery(['getTransparency'], transparencyCalls.getTransparency))
  return (
    <>
      <h1>{t`Transparency`}</h1>
      {query.isPending && <Spinner label={t`Loading data…`} />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.data && (
        <>
          <Downloads transparency={query.data.data.transparency} />
          <Numbers transparency={query.data.data.transparency} />
        </>
      )}
    </>
  )
}
