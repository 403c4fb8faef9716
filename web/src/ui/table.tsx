import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Sort, SortHeader } from './sort-head.tsx'
import styles from './table.module.css'

/** Preserves an empty cell's height. */
const NOTHING = '\u00a0'

/** The estimated height of a row until it is measured. */
const ROW = 41

/** Rows that are rendered only near the viewport. Elsewhere, an empty row preserves their height. */
function Block({ count, needed, children }: { count: number; needed: boolean; children: () => ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [{ near, height }, setPlace] = useState({ near: false, height: count * ROW })
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        const { isIntersecting, boundingClientRect } = last
        setPlace((before) => ({
          near: isIntersecting,
          height: before.near && !isIntersecting ? boundingClientRect.height : before.height,
        }))
      },
      { rootMargin: '1500px 0px' },
    )
    if (body.current) observer.observe(body.current)
    return () => observer.disconnect()
  }, [])
  return (
    <tbody ref={body}>
      {near || needed ? (
        children()
      ) : (
        <tr aria-hidden="true">
          <td className="border-0! p-0!" style={{ height }}>
            {NOTHING}
          </td>
        </tr>
      )}
    </tbody>
  )
}

export const filtersClass = styles['filters']

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  end?: boolean
  /** True for the last column, whose buttons stay in view when the table scrolls sideways. */
  acts?: boolean
  /** On phones, its content says what it is without the name of the column; `lead` follows the title on its line. */
  bare?: boolean | 'lead'
  sort?: Sort
}

type Selection = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  all: string
  one: (key: string) => string
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  selection?: Selection
  at?: number | null
  /** True if the columns share the width that there is, and none is scrolled to. */
  fits?: boolean
  /** Called near the end of the list if there is more. */
  onEnd?: (() => void) | undefined
}

/** On phones, a row is its first cell and below it the others, as they fit. */
export function Table<Row>({ caption, columns, rows, keyOf, selection, at, fits = false, onEnd }: Props<Row>) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table has to scroll by keyboard too
    <div className="overflow-x-auto" role="group" aria-label={caption} tabIndex={0}>
      <table
        className={`${styles['table']} ${styles['cards']} ${columns.length > 3 && !fits ? 'desk:min-w-[50rem]' : ''}`}
        aria-rowcount={rows.length + 1}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="bg-surface">
            {selection && (
              <th scope="col" className="desk:w-0" data-select>
                <SelectAllBox selection={selection} keys={rows.map(keyOf)} />
                <span className="font-normal desk:hidden" aria-hidden="true">
                  {selection.all}
                </span>
              </th>
            )}
            <Heads columns={columns} />
          </tr>
        </thead>
        {blocksOf(rows).map((block, nth) => (
          <Block key={nth} count={block.length} needed={nth < ALWAYS || nth === Math.floor((at ?? 0) / BLOCK)}>
            {() =>
              block.map((row, within) => {
                const index = nth * BLOCK + within
                return (
                  <Row key={keyOf(row)} index={index} current={index === at}>
                    {selection && (
                      <td data-select>
                        <Box selection={selection} of={keyOf(row)} />
                      </td>
                    )}
                    {columns.map(({ head, cell, bare, ...column }, nth) => (
                      <td
                        key={head}
                        data-label={head}
                        data-title={nth === 0 || undefined}
                        data-named={(nth > 0 && !bare && !column.acts) || undefined}
                        data-lead={bare === 'lead' || undefined}
                        className={sideOf(column)}
                      >
                        {cell(row)}
                      </td>
                    ))}
                  </Row>
                )
              })
            }
          </Block>
        ))}
      </table>
      {onEnd && <End key={rows.length} onNear={onEnd} />}
    </div>
  )
}

const sideOf = ({ end, acts }: Pick<Column<unknown>, 'end' | 'acts'>) =>
  acts ? `${styles['end']} ${styles['acts']} desk:sticky desk:end-0 desk:z-1 desk:bg-inherit` : end ? styles['end'] : ''

const Heads = <Row,>({ columns }: { columns: Column<Row>[] }) =>
  columns.map(({ head, sort, ...column }) => (
    <th key={head} scope="col" aria-sort={sort && (sort.direction ?? 'none')} className={sideOf(column)}>
      {sort ? <SortHeader head={head} sort={sort} /> : head}
    </th>
  ))

const blocksOf = <Row,>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, nth) => rows.slice(nth * BLOCK, (nth + 1) * BLOCK))

function Row({ index, current, children }: { index: number; current: boolean; children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <tr
      ref={row}
      aria-rowindex={index + 2}
      aria-current={current || undefined}
      className={current ? 'bg-sunken' : rowClass}
    >
      {children}
    </tr>
  )
}

/** The background is opaque, because the last column may cover other cells. */
const rowClass = 'bg-surface hover:bg-[color-mix(in_oklab,var(--sunken)_55%,var(--surface))]'

const BLOCK = 50
/** Most lists are short enough to be rendered in full, so that the browser's own search works. */
const ALWAYS = 2

function End({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const notify = useEffectEvent(onNear)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && notify(), {
      rootMargin: '1500px 0px',
    })
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} />
}

/** A checkbox is small, so the area around it can be clicked as well. */
const boxClass = 'grid place-items-center pointer-coarse:-my-3 pointer-coarse:size-11'

function Box({ selection: { selected, onChange, one }, of }: { selection: Selection; of: string }) {
  const toggle = () => {
    const next = new Set(selected)
    if (!next.delete(of)) next.add(of)
    onChange(next)
  }
  return (
    <label className={boxClass}>
      <input type="checkbox" aria-label={one(of)} checked={selected.has(of)} onChange={toggle} />
    </label>
  )
}

function SelectAllBox({
  selection: { selected, onChange, all },
  keys,
}: {
  selection: Selection
  keys: readonly string[]
}) {
  const whole = keys.length > 0 && keys.every((key) => selected.has(key))
  return (
    <label className={boxClass}>
      <input
        type="checkbox"
        aria-label={all}
        checked={whole}
        ref={(box) => {
          if (box) box.indeterminate = !whole && selected.size > 0
        }}
        onChange={() => onChange(new Set(whole ? [] : keys))}
      />
    </label>
  )
}
