import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { PieChart } from '../../ui/charts/pie-chart.tsx'

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']
const growth = [
  { name: 'Total users', values: [284, 311, 352, 339, 378, 412] },
  { name: 'VIP users', values: [38, 44, 47, 52, 61, 66] },
]
const slices = [
  { name: 'Woman', value: 912 },
  { name: 'Man', value: 1004 },
  { name: 'Non-binary', value: 86 },
  { name: 'Other', value: 14 },
  { name: 'Not-specified', value: 140 },
]
const words = {
  table: 'Show as a table',
  chart: 'Show as a chart',
  label: 'Month',
  download: 'Download',
  csv: 'Figures (CSV)',
  picture: 'Picture (PNG)',
}

export function Charts() {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <ChartFigure title="Bars" labels={months} series={growth} words={words}>
        <BarChart
          name="Members who joined in each month, and those of them who are VIP"
          labels={months}
          series={growth}
        />
      </ChartFigure>
      <ChartFigure
        title="Pie"
        labels={slices.map(({ name }) => name)}
        series={[{ name: 'Members', values: slices.map(({ value }) => value) }]}
        words={{ ...words, label: 'Gender' }}
      >
        <PieChart name="Members by gender" slices={slices} />
      </ChartFigure>
      <ChartFigure title="Lines" labels={months} series={growth} words={words}>
        <LineChart name="Members by month" labels={months} series={growth} />
      </ChartFigure>
    </div>
  )
}
