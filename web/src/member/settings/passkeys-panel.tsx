import type { Passkey } from '@kindred/contract/identity/passkeys'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { usePasskeysWork, useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useAction } from '../use-action.ts'
import { Panel } from './panel.tsx'
import { passkeysQuery } from './queries.ts'
import { addPasskey } from '../../session/passkeys.ts'

/** Passkeys, for signing in with a device instead of a password. Staff use this panel, too. */
export function PasskeysPanel() {
  const { t } = useLingui()
  const { passkeyHost } = useSettings()
  const isHere = usePasskeysWork()
  const queryClient = useQueryClient()
  const action = useAction()
  const query = useQuery(passkeysQuery)
  const change = async (work: () => Promise<unknown>, text: string) => {
    const done = await action.run(work)
    if (done) toast({ text })
    await queryClient.invalidateQueries(passkeysQuery)
    return done
  }
  return (
    <Panel
      id="passkeys"
      title={t`Passkeys`}
      lead={t`Sign in with your fingerprint, face or screen lock. No password or code needed.`}
      error={action.text}
      needs={query}
    >
      <ul className="grid empty:hidden">
        {query.data?.data.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            passkey={passkey}
            busy={action.busy}
            onRename={(name) =>
              change(() => settings.renamePasskey({ params: { id: passkey._id }, body: { name } }), t`Passkey renamed.`)
            }
            onRemove={() => change(() => settings.removePasskey({ params: { id: passkey._id } }), t`Passkey removed.`)}
          />
        ))}
      </ul>
      {isHere ? (
        <Button
          tone="quiet"
          className="justify-self-start"
          busy={action.busy}
          onClick={() => void change(addPasskey, t`Passkey added.`)}
        >
          {t`Add passkey`}
        </Button>
      ) : (
        <WhyNot host={passkeyHost} />
      )}
    </Panel>
  )
}

function WhyNot({ host }: { host: string | null }) {
  const { t } = useLingui()
  const here = location.hostname
  return (
    <Note>
      {host === null
        ? t`Passkeys don’t work at ${here}. Browsers only allow them on HTTPS sites with a domain name, and on localhost.`
        : host === here
          ? t`This browser doesn’t support passkeys.`
          : t`Passkeys work only at ${host}. Open this page there to add one.`}
    </Note>
  )
}

type RowProps = {
  passkey: Passkey
  busy: boolean
  onRename: (name: string) => Promise<boolean>
  onRemove: () => Promise<boolean>
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, busy, onRename, onRemove }: RowProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [isRenaming, setRenaming] = useState(false)
  const day = formats.day
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0">
      {isRenaming ? (
        <Rename
          name={name}
          busy={busy}
          onCancel={() => setRenaming(false)}
          onName={async (next) => {
            if (await onRename(next)) setRenaming(false)
          }}
        />
      ) : (
        <>
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words" dir="auto">
              {name}
            </p>
            <p className="text-small text-muted">
              {t`Added ${day(createdAt)}`} · {lastUsedAt ? t`Last used ${day(lastUsedAt)}` : t`Not used yet`}
            </p>
          </div>
          <Button tone="quiet" size="sm" aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>
            <Trans>Rename</Trans>
          </Button>
          <Button
            tone="danger"
            size="sm"
            aria-label={t`Remove ${name}`}
            disabled={busy}
            onClick={() => void onRemove()}
          >
            {t`Remove`}
          </Button>
        </>
      )}
    </li>
  )
}

type RenameProps = { name: string; busy: boolean; onCancel: () => void; onName: (name: string) => Promise<void> }

function Rename({ name, busy, onCancel, onName }: RenameProps) {
  const { t } = useLingui()
  const [next, setNext] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next.trim() !== '') void onName(next.trim())
  }
  return (
    <form className="grid flex-1 gap-3" onSubmit={submit}>
      <TextField
        label={t`Name`}
        required
        maxLength={60}
        autoFocus
        value={next}
        onChange={({ target }) => setNext(target.value)}
      />
      <div className="flex gap-3">
        <Button type="submit" size="sm" busy={busy}>{t`Save`}</Button>
        <Button tone="ghost" size="sm" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
