import { beginAtMoment } from '../../scripts/present.ts'

beginAtMoment()
