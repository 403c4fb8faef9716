import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Table } from '../../ui/table.tsx'

const reports = [
  {
    id: '77be02',
    description: 'A very long description that has to be cut somewhere, since a row is one line high',
    status: 'pending',
    replies: 0,
  },
  { id: 'a41f9c', description: 'Selected row', status: 'resolved', replies: 13 },
]

export function Tables() {
  const [page, setPage] = useState(1)
  return (
    <div className="grid gap-4 xl:grid-cols-[1fr_20rem]">
      <section className="card grid gap-3 p-0!">
        <Table
          caption="Reports"
          rows={reports}
          keyOf={({ id }) => id}
          columns={[
            { head: 'ID', cell: ({ id }) => <span className="tabular-nums tracking-[0.01em]">{id}</span> },
            {
              head: 'Description',
              cell: ({ description }) => <span className="min-w-0 truncate block max-w-96">{description}</span>,
            },
            {
              head: 'Status',
              cell: ({ status }) => <Badge tone={status === 'pending' ? 'warning' : 'positive'}>{status}</Badge>,
            },
            { head: 'Replies', end: true, cell: ({ replies }) => replies },
          ]}
        />
        <div className="flex px-4 pb-3">
          <Pager page={page} pages={35} label="Pages" previous="Previous page" next="Next page" onPage={setPage} />
        </div>
        <EmptyState
          title="No reports found matching your criteria."
          action={<Button tone="quiet">Clear the filters</Button>}
        />
      </section>
      <div className="grid content-start gap-4">
        <StatCard
          label="Total Users"
          value="1,284,092"
          detail="412 new this month"
          icon={<Users className="icon" aria-hidden="true" />}
        />
        <StatCard label="Average response time" value="N/A" />
      </div>
    </div>
  )
}
