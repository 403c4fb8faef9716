import type { Invited as Tree } from '@kindred/contract/moderation/invited'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callsOf } from '@kindred/contract/calls'
import { invited } from '@kindred/contract/moderation/invited'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'

const trees = callsOf(invited, send)

type Person = Tree['people'][number]

const Names = ({ people }: { people: readonly Person[] }) => (
  <ul className="grid gap-0.5">
    {people.map(({ _id, name }) => (
      <li key={_id}>
        <Link {...toUser(_id)} className="pointer-coarse:inline-block pointer-coarse:py-2">
          <bdi>{name}</bdi>
        </Link>
      </li>
    ))}
  </ul>
)

/** The people above and below this one in the tree of invitations. */
export default function Invited({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { data } = useQuery({
    ...readQuery(['getInvited', id], () => trees.getInvited({ params: { id } })),
    select: (answer) => answer.data.invited,
  })
  const change = useMutation({
    mutationFn: (mayInvite: boolean) => trees.setBranch({ params: { id }, body: { mayInvite } }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'getInvited', 'listAudit', 'getTimeline'),
  })
  if (!data) return null
  const { by, byTeam, note, people, unused, endedAt } = data
  const branch = change.data?.data
  return (
    <section className="card grid gap-3" aria-labelledby="invited">
      <h2 id="invited">{t`Invitations`}</h2>
      <p>
        {by ? (
          <Trans>
            Invited by{' '}
            <Link {...toUser(by._id)}>
              <bdi>{by.name}</bdi>
            </Link>
          </Trans>
        ) : byTeam ? (
          note ? (
            t`Invited by the team: ${note}`
          ) : (
            t`Invited by the team`
          )
        ) : (
          t`Joined without an invitation`
        )}
      </p>
      {people.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-small font-medium text-muted">{t`Invited by ${name}`}</h3>
          <Names people={people} />
        </div>
      )}
      <p className="text-muted">
        <Plural value={unused} _0="No unused invitations." one="# unused invitation." other="# unused invitations." />
      </p>
      {endedAt && <Note>{t`Can’t invite since ${formats.day(endedAt)}. Neither can anyone they brought.`}</Note>}
      <Button
        tone={endedAt ? 'quiet' : 'danger'}
        size="sm"
        className="justify-self-start"
        busy={change.isPending}
        onClick={() =>
          endedAt
            ? change.mutate(true, { onSuccess: () => toast({ text: t`They can invite again.` }) })
            : setAsked(true)
        }
      >
        {endedAt ? t`Allow invitations again` : t`End this branch…`}
      </Button>
      <Dialog
        open={isAsked}
        title={t`End the invitations of ${name} and everyone they brought?`}
        go={branch ? false : t`End this branch`}
        cancel={branch ? t`Done` : t`Cancel`}
        tone="danger-solid"
        busy={change.isPending}
        onGo={() => change.mutate(false)}
        onClose={() => {
          setAsked(false)
          change.reset()
        }}
      >
        {branch ? (
          <>
            <p>
              <Plural
                value={branch.ended}
                _0="There were no unused invitations."
                one="# unused invitation has ended."
                other="# unused invitations have ended."
              />
            </p>
            {branch.people.length > 0 && (
              <>
                <p>{t`People in this branch:`}</p>
                <Names people={branch.people} />
              </>
            )}
          </>
        ) : (
          <p>{t`Their unused codes stop working, and they can’t create new ones. No one is banned, and you’ll see who belongs to the branch.`}</p>
        )}
      </Dialog>
    </section>
  )
}
