import type { xlsformProblems as known } from '@chuma/contract/surveys/questionnaire/xlsform-problems'

/** What happens to parts of an XLSForm that is imported, and to parts of a questionnaire that is exported as one. */
export const xlsformProblems = {
  XLSFORM_NOT_A_WORKBOOK: 'We couldn’t read this file. Choose an Excel workbook (.xlsx)',
  XLSFORM_OLD_FORMAT:
    'This is an old Excel file (.xls), or it has a password. Save it as .xlsx without a password',
  XLSFORM_TOO_LARGE: 'This workbook is too large once it is unpacked',
  XLSFORM_TOO_MANY_ROWS: 'The sheet “{sheet}” has too many rows: at most {max, number}',
  XLSFORM_SHEET_MISSING: 'This workbook has no sheet named “survey”, so it is not an XLSForm',
  XLSFORM_COLUMN_MISSING: 'The sheet “survey” has no column “{name}”',
  XLSFORM_COLUMN_REPEATED: 'This column occurs twice. Only the first is read: {name}',
  XLSFORM_COLUMN_UNUSED:
    '{count, plural, one {# cell of this column isn’t imported} other {# cells of this column aren’t imported}}: {name}',
  XLSFORM_MACROS: 'The macros of this workbook are ignored',
  XLSFORM_LANGUAGE_UNKNOWN: 'We don’t know the language “{language}”. Add its code, as in “Swahili (sw)”',
  XLSFORM_LANGUAGE_MISSING: 'The form has no {language}. Members who read it see English',
  XLSFORM_NO_ENGLISH: 'The form has no English. Texts in {language} take its place',
  XLSFORM_TEXT_WITHOUT_ENGLISH: 'The English text is missing. The one in “{language}” takes its place',
  XLSFORM_LABEL_MISSING: 'There is no label. Members read the name: {name}',
  XLSFORM_TEXT_CUT: 'The text is longer than {max, number} characters and is cut there',
  XLSFORM_NAME_MISSING: 'This row has no name',
  XLSFORM_NAME_CHANGED: '“{name}” becomes “{code}”: a code is at most 32 letters, digits and underscores',
  XLSFORM_CODES_CHANGED:
    '{count, plural, one {# name} other {# names}} of the list “{list}” can’t be a code and {count, plural, one {changes} other {change}}, such as “{name}” to “{code}”',
  XLSFORM_NAME_REPEATED: 'The name “{name}” is used twice here. This one becomes “{code}”',
  XLSFORM_NAME_UNKNOWN: 'Nothing in the form is named “{name}”',
  XLSFORM_NAME_LEFT_OUT: 'This reads “{name}”, which isn’t imported',
  XLSFORM_NAME_LATER: '“{name}” is asked later: only earlier answers can be read here',
  XLSFORM_LOOP: 'This depends on “{name}”, which depends on this in turn',
  XLSFORM_TYPE: 'Members can’t be asked this here: {name}',
  XLSFORM_REPEAT: 'Groups that repeat aren’t imported, nor is anything in them',
  XLSFORM_GROUP_OPEN: 'The group “{name}” has no end',
  XLSFORM_GROUP_NOT_OPEN: 'This ends a group that hasn’t begun',
  XLSFORM_LIST_UNKNOWN: 'The sheet “choices” has no list “{name}”',
  XLSFORM_CHOICE_REPEATED: 'The list “{list}” has “{name}” twice. The second isn’t imported',
  XLSFORM_OPTIONS_FEW: 'A choice needs at least two options',
  XLSFORM_OPTIONS_MANY: 'Only the first {max, number} options are imported',
  XLSFORM_OTHER_MERGED:
    'This becomes part of “{name}”: choosing “other” there asks for the member’s own words',
  XLSFORM_REQUIRED_RULE: 'A rule can’t decide whether an answer is required. This one always is',
  XLSFORM_MESSAGE_OURS: 'Members who break this rule read our own message',
  XLSFORM_FUNCTION: 'This function can’t be imported: {name}()',
  XLSFORM_EXPRESSION_UNREADABLE: 'We couldn’t read this expression from here on: {part}',
  XLSFORM_EXPRESSION_LONG: 'This expression is too long, or has too many brackets',
  XLSFORM_QUESTIONS_MANY: 'Only the first {max, number} questions are imported',
  XLSFORM_SECTIONS_MERGED: 'A questionnaire has at most {max, number} sections. Short neighbours are joined',
  XLSFORM_ROW_REFUSED: 'This row can’t be imported because of its {part}',
  XLSFORM_NOTHING_LEFT: 'The form has no question that can be imported',
  XLSFORM_PART_UNSAID:
    'An XLSForm can’t hold {part, select, endIf {the rules that end the survey} isScreening {that this section screens} expected {the right answer of an attention check} contradictions {the contradictions} unit {the unit} low {the words at the low end} high {the words at the high end} codes {“don’t know” and “refused” of a number} kind {the kind of an option} variants {the other wordings} fixed {what keeps its place} order {the random order} rowsFrom {a grid whose rows come from an answer} decimals {the number of decimals} pipe {a text that quotes the profile} showIf {this condition} constraint {this constraint} message {a second message} pattern {this pattern} min {this minimum} max {this maximum} most {the number of places} other {this: {part}}}',
} as const satisfies Record<keyof typeof known, string>
