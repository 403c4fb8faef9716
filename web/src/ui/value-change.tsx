import { ArrowRight } from 'lucide-react'

/** A change of value. The arrow follows the direction of text. */
export const ValueChange = ({ before, after }: { before: string; after: string }) => (
  <>
    <del className="text-muted">
      <bdi>{before}</bdi>
    </del>{' '}
    <ArrowRight className="inline-block size-[1em] align-[-0.125em]" />{' '}
    <ins className="font-medium no-underline">
      <bdi>{after}</bdi>
    </ins>
  </>
)
