import { Suspense, type ReactNode } from 'react'

export const SplitView = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className={panel ? 'grid grid-cols-[minmax(0,1fr)_20rem]' : ''}>
    <div className="min-w-0">{children}</div>
    <Suspense>{panel}</Suspense>
  </div>
)
