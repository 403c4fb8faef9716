import type { ReactNode } from 'react'

type Props = { what: ReactNode; who?: ReactNode; reply?: ReactNode; decision: ReactNode }

/**
 * A case: what happened, the people with their history, the reply, and the decision, which stays in view with its
 * button, even under the page's head. The people are below what happened unless there is room for three columns.
 */
export const CaseLayout = ({ what, who, reply, decision }: Props) => (
  <div className="@container min-w-0 wrap-anywhere">
    <div
      className={
        'grid items-start gap-5 @3xl:grid-cols-[minmax(0,1fr)_21rem] @3xl:grid-rows-[auto_auto_1fr] ' +
        (who ? '@6xl:grid-cols-[minmax(0,1fr)_18rem_21rem] @6xl:grid-rows-[auto_1fr]' : '')
      }
    >
      <div className="grid min-w-0 gap-5">{what}</div>
      <div
        className={
          'grid min-w-0 gap-5 @3xl:sticky @3xl:top-14 @3xl:col-start-2 @3xl:row-span-3 @3xl:row-start-1 ' +
          '@3xl:-m-1 @3xl:max-h-[calc(100dvh-11.5rem)] @3xl:overflow-y-auto @3xl:p-1 ' +
          (who ? '@6xl:col-start-3 @6xl:row-span-2' : '')
        }
      >
        {decision}
      </div>
      {who && (
        <div className="grid min-w-0 gap-5 @3xl:row-start-2 @6xl:col-start-2 @6xl:row-span-2 @6xl:row-start-1">
          {who}
        </div>
      )}
      {reply && <div className="min-w-0 @3xl:row-start-3 @6xl:col-start-1 @6xl:row-start-2">{reply}</div>}
    </div>
  </div>
)
