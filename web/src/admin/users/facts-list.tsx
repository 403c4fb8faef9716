import type { Fact } from './use-facts.ts'
import { factsClass } from '../../ui/classes.ts'

export const FactsList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={factsClass}>
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt>{name}</dt>
        <dd dir="auto">{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
)
