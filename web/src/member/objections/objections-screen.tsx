import { callsOf } from '@kindred/contract/calls'
import { approvals, type Objection } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '../../api/send.ts'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { useRequestText } from '../../api/request-words.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, Note, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'

const { listObjections, objectTo } = approvals
/** Requests for former administrators, who can object to approval requests made before they left. */
const objections = callsOf({ listObjections, objectTo }, send)

/**
 * The page linked from emails about requests that no one else can approve. It also opens for restricted accounts,
 * because anyone who was an administrator at the time can object until a request takes effect.
 */
export default function ObjectionsScreen() {
  const { t } = useLingui()
  usePage(t`Object to requests`)
  const query = useQuery(readQuery(['listObjections'], objections.listObjections))
  const requests = query.data?.data.requests ?? []
  return (
    <main id="main" data-area="member" className="mx-auto grid max-w-2xl content-start gap-6 px-5 py-12">
      <h1>{t`Object to requests`}</h1>
      <p className="text-ink-2">
        <Trans>
          Another administrator asked for the following. If you object, it doesn’t happen. You can do so until it takes
          effect, even if your account is restricted.
        </Trans>
      </p>
      {query.isPending && <Spinner label={t`Loading requests…`} />}
      {query.isError && (
        <Note tone="danger" live>
          {errorText(query.error)}
        </Note>
      )}
      {query.isSuccess &&
        (requests.length === 0 ? (
          <EmptyState title={t`Nothing to object to`}>
            <Trans>Requests that you can object to will appear here.</Trans>
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {requests.map((request) => (
              <Request key={request._id} request={request} />
            ))}
          </ul>
        ))}
      <Link to={paths.home} className={buttonClass('quiet', 'md', 'justify-self-start')}>{t`Back`}</Link>
    </main>
  )
}

function Request({ request }: { request: Objection }) {
  const { t } = useLingui()
  const formats = useFormats()
  const queryClient = useQueryClient()
  const what = useRequestText()(request)
  const object = useMutation({
    mutationFn: () => objections.objectTo({ params: { id: request._id }, body: {} }),
    onSuccess: () => toast({ text: t`You’ve objected, so it won’t happen.` }),
    onSettled: () => reload(queryClient, 'listObjections'),
  })
  const { requestedBy, requestedAt, takesEffectAt, expiresAt } = request
  const when = formats.dayAndTime(requestedAt)
  const effect = takesEffectAt && formats.dayAndTime(takesEffectAt)
  const end = formats.dayAndTime(expiresAt)
  return (
    <li className="card grid gap-2">
      <b>{what}</b>
      <span className="text-small text-ink-2">
        <Trans>
          Requested by <bdi>{requestedBy.name}</bdi> on {when}
        </Trans>
      </span>
      <span className="text-small text-ink-2">
        {effect ? t`Takes effect on ${effect}` : t`Waits for approval until ${end}`}
      </span>
      <ErrorNote>{object.isError && errorText(object.error)}</ErrorNote>
      <Button
        tone="danger"
        size="sm"
        className="justify-self-start"
        aria-label={t`Object: ${what}`}
        busy={object.isPending}
        onClick={() => object.mutate()}
      >
        {t`Object`}
      </Button>
    </li>
  )
}
