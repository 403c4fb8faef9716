import { type House, houseDefaults, type HouseFeature, houseFeatures } from '@kindred/contract/operations/house'
import { distances } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { oneOf } from '../../api/params.ts'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch, Tick } from '../../ui/tick.tsx'
import { NumberField } from './number-field.tsx'
import type { Editing } from './use-configuration.ts'
import { useLeafNames } from './words.ts'

type Key = keyof House

const KM_PER_MILE = 1.609344

const isDefault = ([key, value]: [string, unknown]) =>
  value === undefined || new Map<string, unknown>(Object.entries(houseDefaults)).get(key) === value

/** Without a rule of its own, the section goes, so that the installation is as it was. */
function withoutDefaults(house: House): House | null {
  const own = Object.entries(house).filter((entry) => !isDefault(entry))
  return own.length > 0 ? Object.fromEntries(own) : null
}

type Rules = {
  house: House
  edit: (part: House) => void
  /** The name and the problem of a setting. */
  field: (key: Key) => { label: string; error: string | undefined }
}

/** What members may do, and what is asked of them. */
export function MemberRules({ draft, change, problem }: Editing) {
  const names = useLeafNames()
  const { house = {} } = draft
  const rules: Rules = {
    house,
    edit: (part) => change({ house: withoutDefaults({ ...house, ...part }) }),
    field: (key) => ({ label: names[key] ?? key, error: problem(`house.${key}`) }),
  }
  return (
    <>
      <Profiles {...rules} />
      <Distances {...rules} />
      <Features {...rules} />
    </>
  )
}

function Profiles({ house, edit, field }: Rules) {
  const { t, i18n } = useLingui()
  const { minimumAge, photosNeeded } = { ...houseDefaults, ...house }
  return (
    <section className="card grid gap-4">
      <h2>{t`What members may do`}</h2>
      <NumberField
        {...field('minimumAge')}
        hint={t`From 18 to 99. It applies to people who join from now on. Younger members stay.`}
        min={18}
        max={99}
        value={minimumAge ?? houseDefaults.minimumAge}
        usual={houseDefaults.minimumAge}
        onChange={(next) => edit({ minimumAge: next })}
      />
      <SelectField
        {...field('photosNeeded')}
        hint={t`Profiles with fewer photos say how many are missing. Applies to everyone within a few minutes.`}
        value={photosNeeded}
        onChange={({ target }) => edit({ photosNeeded: Number(target.value) })}
      >
        {[0, 1, 2, 3].map((count) => (
          <option key={count} value={count}>
            {i18n.number(count)}
          </option>
        ))}
      </SelectField>
      <Switch
        label={field('verifiedOnly').label}
        hint={t`People are found once the team has compared their photos with two selfies. Check that you have time for it.`}
        checked={house.verifiedOnly === true}
        disabled={house.photoChecks === false}
        onChange={({ target }) => edit({ verifiedOnly: target.checked })}
      />
      <DailyLikes {...{ house, edit, field }} />
      <SelectField
        {...field('firstMessage')}
        hint={t`In matches of a woman and a man. In all others, anyone writes first.`}
        value={house.firstMessage ?? ''}
        onChange={({ target }) => edit({ firstMessage: target.value === 'women' ? 'women' : undefined })}
      >
        <option value="">{t`Anyone`}</option>
        <option value="women">{t`Women`}</option>
      </SelectField>
    </section>
  )
}

function Distances({ house, edit, field }: Rules) {
  const { place, units, distances: chosen } = house
  const { t } = useLingui()
  const { label, error } = field('distances')
  const offered: readonly number[] = chosen ?? distances
  const toggle = (distance: number, isOffered: boolean) => {
    const next = distances.filter((each) => (each === distance ? isOffered : offered.includes(each)))
    edit({ distances: next.length === distances.length ? undefined : next })
  }
  return (
    <section className="card grid gap-4">
      <h2>{t`Distance`}</h2>
      <OnePlace {...{ house, edit, field }} />
      {!place && (
        <>
          <SelectField
            {...field('units')}
            value={units ?? ''}
            onChange={({ target }) => edit({ units: oneOf(['km', 'miles'], target.value) })}
          >
            <option value="">{t`Each member chooses`}</option>
            <option value="km">{t`Kilometers`}</option>
            <option value="miles">{t`Miles`}</option>
          </SelectField>
          <fieldset className="grid gap-2">
            <legend className="pb-2 font-medium">{label}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {distances.map((distance) => (
                <Tick
                  key={distance}
                  label={units === 'miles' ? t`${Math.round(distance / KM_PER_MILE)} mi` : t`${distance} km`}
                  checked={offered.includes(distance)}
                  onChange={({ target }) => toggle(distance, target.checked)}
                />
              ))}
            </div>
            <p className="text-small text-muted">{t`Members can always choose any distance. Limits that they have already set stay.`}</p>
            <ErrorNote>{error}</ErrorNote>
          </fieldset>
        </>
      )}
    </section>
  )
}

const textOf = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, country].filter(Boolean).join(', ')

/** A town from the suggestions. Without one, members say where they live. */
function OnePlace({ house: { place }, edit, field }: Rules) {
  const { t } = useLingui()
  const list = useId()
  const [text, setText] = useState(place ? textOf(place) : '')
  const wanted = useDeferredValue(text.split(',')[0]?.trim().slice(0, 80) ?? '')
  const { data } = useQuery({
    ...readQuery(['searchPlaces', wanted], () => backOffice.searchPlaces({ query: { q: wanted } })),
    enabled: wanted.length >= 2,
    staleTime: Infinity,
  })
  const towns = data?.data.places ?? []
  const choose = (typed: string) => {
    const town = towns.find((each) => textOf(each) === typed.trim())
    edit({ place: town?.city && town.country ? { city: town.city, country: town.country } : undefined })
  }
  // A pasted name is complete before its suggestions arrive.
  const lookAgain = useEffectEvent(() => {
    if (text && !place) choose(text)
  })
  useEffect(() => lookAgain(), [data])
  return (
    <>
      <TextField
        {...field('place')}
        {...(text && !place && data && { error: t`Choose a town from the list.` })}
        optional={t`(optional)`}
        hint={t`For a community in one town: no one is asked where they live, and there are no distances.`}
        list={list}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          choose(target.value)
        }}
      />
      <datalist id={list}>
        {towns.map((each) => (
          <option key={textOf(each)}>{textOf(each)}</option>
        ))}
      </datalist>
    </>
  )
}

/** Switches for what members can be offered at all. */
function Features({ house, edit, field }: Rules) {
  const { t } = useLingui()
  const hints: Partial<Record<HouseFeature, string>> = {
    datePlans: t`Dates that are already agreed stay.`,
    calls: t`Calls in progress continue.`,
    premium: t`Members who have it keep it, and pay until they cancel. What it adds isn’t offered to anyone else.`,
    boosts: t`One a month is part of Premium.`,
    friends: t`A second deck for members who look for friends, with their own preferences, photo order and likes. It never mixes with dating. Matches stay if you turn it off.`,
  }
  return (
    <section className="card grid gap-4">
      <h2>{t`Features`}</h2>
      <p className="text-muted">{t`What is off isn’t shown anywhere, and the server refuses it. What members sent before stays.`}</p>
      {houseFeatures.map((feature) => (
        <Switch
          key={feature}
          label={field(feature).label}
          hint={hints[feature]}
          checked={house[feature] ?? houseDefaults[feature]}
          onChange={({ target }) =>
            edit({ [feature]: target.checked, ...(feature === 'photoChecks' ? { verifiedOnly: undefined } : {}) })
          }
        />
      ))}
    </section>
  )
}

function DailyLikes({ house: { dailyLikes = houseDefaults.dailyLikes }, edit, field }: Rules) {
  const { t } = useLingui()
  const isUnlimited = dailyLikes === 'unlimited'
  return (
    <div className="grid gap-2">
      <NumberField
        key={String(isUnlimited)}
        {...field('dailyLikes')}
        hint={t`From 5 to 200. With Premium, likes are always unlimited.`}
        min={5}
        max={200}
        disabled={isUnlimited}
        value={isUnlimited ? NaN : dailyLikes}
        usual={isUnlimited ? NaN : houseDefaults.dailyLikes}
        onChange={(next) => edit({ dailyLikes: next })}
      />
      <Tick
        label={t`Unlimited likes for everyone`}
        checked={isUnlimited}
        onChange={({ target }) => edit({ dailyLikes: target.checked ? 'unlimited' : houseDefaults.dailyLikes })}
      />
    </div>
  )
}
