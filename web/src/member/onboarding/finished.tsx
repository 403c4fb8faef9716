import type { OwnUser } from '@kindred/contract/profiles/users'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { readQuery } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { useDistance } from '../people/words.ts'
import { MorePhotos, useMissingPhotos } from '../profile/missing-photos.tsx'
import AsSeen from '../profile/as-seen.tsx'

/** With fewer people than this, the end says so and how to meet more. */
const FEW = 10

/** The end of onboarding: the profile as others see it, how many people there are, and one next step. */
export default function Finished({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const photos = useMissingPhotos(user)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => queueMicrotask(() => heading.current?.focus({ preventScroll: true })), [])
  return (
    <div className="grid gap-6">
      <div className="grid gap-1 phone:px-5">
        <h1 ref={heading} tabIndex={-1} className="outline-none!">{t`This is how others see you`}</h1>
        <p className="text-ink-2">
          {photos === 0 ? (
            t`You can change everything in your profile.`
          ) : photos === 1 && user.pictures.length === 0 ? (
            t`Add a photo in your profile so that people can find you.`
          ) : (
            <MorePhotos count={photos} />
          )}
        </p>
      </div>
      <div className="phone:px-5 empty:hidden">
        <Reach />
      </div>
      {/* The buttons at the bottom must not cover the name on the photo. */}
      <div className="desk:@container phone:[&_figure]:h-[max(14rem,100svh_-_24rem)]!">
        <AsSeen user={user} />
      </div>
      <div
        className={
          'sticky bottom-0 z-3 grid gap-2 bg-canvas pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] ' +
          'phone:px-5 desk:flex desk:items-center desk:py-4'
        }
      >
        <Link className={buttonClass('primary', 'lg')} to={paths.questions}>
          <Trans>Answer questions to see your scores</Trans>
        </Link>
        <Link className={buttonClass('ghost')} to={paths.discover}>
          <Trans>Go to Discover</Trans>
        </Link>
      </div>
    </div>
  )
}

type Costs = Awaited<ReturnType<typeof matching.getFilterCosts>>['data']

/** Says honestly if there are few people, with the change that helps most. */
function Reach() {
  const { brand } = useSettings()
  const queryClient = useQueryClient()
  const { data } = useQuery(readQuery(['getFilterCosts'], matching.getFilterCosts))
  const widen = useMutation({
    mutationFn: (change: NonNullable<Costs['suggestion']>['change']) => matching.setPreferences({ body: change }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['getFilterCosts'] })
      void queryClient.invalidateQueries({ queryKey: ['getPreferences'] })
    },
  })
  if (!data || data.data.fitting >= FEW) return null
  const { fitting, suggestion, withoutFilters } = data.data
  const wider = suggestion ?? (withoutFilters && { gains: withoutFilters.people, change: withoutFilters.change })
  return (
    <Note>
      <div className="grid justify-items-start gap-3" role="status">
        <p>
          <b>
            {fitting === 0 ? (
              <Trans>{brand} has no one near you yet who’s a mutual fit.</Trans>
            ) : (
              <Plural
                value={fitting}
                one="So far, # person near you is a mutual fit."
                other="So far, # people near you are a mutual fit."
              />
            )}
          </b>{' '}
          <Trans>
            New people join all the time, and we’ll show them to you. Until then, a wider age range or distance helps
            most, and so does a photo.
          </Trans>
        </p>
        <ErrorNote>{widen.isError && errorText(widen.error)}</ErrorNote>
        {wider && (
          <Button tone="quiet" size="sm" busy={widen.isPending} onClick={() => widen.mutate(wider.change)}>
            <Wider {...wider} />
          </Button>
        )}
      </div>
    </Note>
  )
}

type WiderProps = { gains: number; change: NonNullable<Costs['suggestion']>['change'] }

function Wider({ gains, change: { distance, ageMin, ageMax } }: WiderProps) {
  const far = useDistance()
  const more = <Plural value={gains} one="# more person" other="# more people" />
  if (distance)
    return (
      <Trans>
        Search up to {far(distance)}: {more}
      </Trans>
    )
  if (ageMax && !ageMin)
    return (
      <Trans>
        Ages up to {ageMax}: {more}
      </Trans>
    )
  if (ageMin && !ageMax)
    return (
      <Trans>
        Ages from {ageMin}: {more}
      </Trans>
    )
  return <Trans>Search without limits: {more}</Trans>
}
