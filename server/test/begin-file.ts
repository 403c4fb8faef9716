import { beginAtMoment } from './present.ts'

beginAtMoment()
