import { invalidField } from '../app-error.ts'

export const nameTaken = () => invalidField('name', 'NAME_TAKEN')
