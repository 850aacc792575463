/** What an XLSForm loses on its way in or out, on the page where a questionnaire is written. */
export const xlsform = {
  'questionnaire.xlsformFailed': 'We couldn’t use this XLSForm. Your draft hasn’t changed',
  'questionnaire.xlsformRead': 'What changes in this XLSForm',
  'questionnaire.xlsformReadText':
    'Nothing is imported yet. A condition that can’t be imported is dropped, so everyone is asked its question.',
  'questionnaire.xlsformWritten': 'What the XLSForm doesn’t have',
  'questionnaire.xlsformWrittenText':
    'The file is downloaded. It can’t hold these parts of the questionnaire.',
  'questionnaire.xlsform.error':
    '{count, plural, one {# mistake in the form} other {# mistakes in the form}}',
  'questionnaire.xlsform.left-out': '{count, plural, one {# part is left out} other {# parts are left out}}',
  'questionnaire.xlsform.changed': '{count, plural, one {# part changes} other {# parts change}}',
  'questionnaire.xlsformCell': '{sheet}, row {row}, {column}:',
  'questionnaire.xlsformRow': '{sheet}, row {row}:',
  'questionnaire.takeRest': 'Take the rest',
} as const
