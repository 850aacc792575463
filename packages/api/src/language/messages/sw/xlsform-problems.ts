import type { xlsformProblems as known } from '@chuma/contract/surveys/questionnaire/xlsform-problems'

/** What happens to parts of an XLSForm that is imported, and to parts of a questionnaire that is exported as one. */
export const xlsformProblems = {
  XLSFORM_NOT_A_WORKBOOK: 'Hatukuweza kusoma faili hili. Chagua kitabu cha Excel (.xlsx)',
  XLSFORM_OLD_FORMAT:
    'Hili ni faili la zamani la Excel (.xls), au lina nenosiri. Lihifadhi kama .xlsx bila nenosiri',
  XLSFORM_TOO_LARGE: 'Kitabu hiki ni kikubwa mno kikifunguliwa',
  XLSFORM_TOO_MANY_ROWS: 'Laha “{sheet}” ina mistari mingi mno: isizidi {max, number}',
  XLSFORM_SHEET_MISSING: 'Kitabu hiki hakina laha “survey”, kwa hivyo si XLSForm',
  XLSFORM_COLUMN_MISSING: 'Laha “survey” haina safu “{name}”',
  XLSFORM_COLUMN_REPEATED: 'Safu hii ipo mara mbili. Ya kwanza tu inasomwa: {name}',
  XLSFORM_COLUMN_UNUSED:
    '{count, plural, one {Seli # ya safu hii haiingizwi} other {Seli # za safu hii haziingizwi}}: {name}',
  XLSFORM_MACROS: 'Makro za kitabu hiki zinapuuzwa',
  XLSFORM_LANGUAGE_UNKNOWN: 'Hatujui lugha “{language}”. Ongeza msimbo wake, kama “Swahili (sw)”',
  XLSFORM_LANGUAGE_MISSING: 'Fomu haina {language}. Wanachama wanaoisoma wanaona Kiingereza',
  XLSFORM_NO_ENGLISH: 'Fomu haina Kiingereza. Maandishi ya {language} yanachukua nafasi yake',
  XLSFORM_TEXT_WITHOUT_ENGLISH: 'Maandishi ya Kiingereza hayapo. Ya “{language}” yanachukua nafasi yake',
  XLSFORM_LABEL_MISSING: 'Hakuna lebo. Wanachama wanasoma jina: {name}',
  XLSFORM_TEXT_CUT: 'Maandishi yanazidi herufi {max, number} na yanakatwa hapo',
  XLSFORM_NAME_MISSING: 'Mstari huu hauna jina',
  XLSFORM_NAME_CHANGED:
    '“{name}” inakuwa “{code}”: msimbo una herufi, tarakimu na vistari vya chini visivyozidi 32',
  XLSFORM_CODES_CHANGED:
    '{count, plural, one {Jina # la orodha “{list}” haliwezi kuwa msimbo na linabadilika} other {Majina # ya orodha “{list}” hayawezi kuwa misimbo na yanabadilika}}, kama “{name}” kuwa “{code}”',
  XLSFORM_NAME_REPEATED: 'Jina “{name}” limetumika mara mbili hapa. Hili linakuwa “{code}”',
  XLSFORM_NAME_UNKNOWN: 'Hakuna kitu kwenye fomu kinachoitwa “{name}”',
  XLSFORM_NAME_LEFT_OUT: 'Hii inasoma “{name}”, ambayo haiingizwi',
  XLSFORM_NAME_LATER: '“{name}” inaulizwa baadaye: hapa majibu ya awali tu yanaweza kusomwa',
  XLSFORM_LOOP: 'Hii inategemea “{name}”, ambayo nayo inategemea hii',
  XLSFORM_TYPE: 'Wanachama hawawezi kuulizwa hili hapa: {name}',
  XLSFORM_REPEAT: 'Vikundi vinavyojirudia haviingizwi, wala chochote kilichomo',
  XLSFORM_GROUP_OPEN: 'Kikundi “{name}” hakina mwisho',
  XLSFORM_GROUP_NOT_OPEN: 'Hii inamaliza kikundi ambacho hakijaanza',
  XLSFORM_LIST_UNKNOWN: 'Laha “choices” haina orodha “{name}”',
  XLSFORM_CHOICE_REPEATED: 'Orodha “{list}” ina “{name}” mara mbili. Ya pili haiingizwi',
  XLSFORM_OPTIONS_FEW: 'Swali la kuchagua linahitaji angalau chaguo mbili',
  XLSFORM_OPTIONS_MANY: 'Chaguo {max, number} za kwanza tu zinaingizwa',
  XLSFORM_OTHER_MERGED:
    'Hii inakuwa sehemu ya “{name}”: anayechagua “nyingine” pale anaulizwa aeleze kwa maneno yake',
  XLSFORM_REQUIRED_RULE: 'Kanuni haiwezi kuamua kama jibu ni lazima. Hili ni lazima kila mara',
  XLSFORM_MESSAGE_OURS: 'Wanachama wanaovunja kanuni hii wanasoma ujumbe wetu',
  XLSFORM_FUNCTION: 'Kitendakazi hiki hakiwezi kuingizwa: {name}()',
  XLSFORM_EXPRESSION_UNREADABLE: 'Hatukuweza kusoma usemi huu kuanzia hapa: {part}',
  XLSFORM_EXPRESSION_LONG: 'Usemi huu ni mrefu mno, au una mabano mengi mno',
  XLSFORM_QUESTIONS_MANY: 'Maswali {max, number} ya kwanza tu yanaingizwa',
  XLSFORM_SECTIONS_MERGED: 'Dodoso lina sehemu zisizozidi {max, number}. Sehemu fupi jirani zinaunganishwa',
  XLSFORM_ROW_REFUSED: 'Mstari huu hauwezi kuingizwa kwa sababu ya {part}',
  XLSFORM_NOTHING_LEFT: 'Fomu haina swali linaloweza kuingizwa',
  XLSFORM_PART_UNSAID:
    'XLSForm haiwezi kubeba {part, select, endIf {kanuni za kumaliza utafiti} isScreening {kwamba sehemu hii ni ya uchujaji} expected {jibu sahihi la kipimo cha umakini} contradictions {majibu yanayopingana} unit {kipimo} low {maneno ya mwanzo wa kipimo} high {maneno ya mwisho wa kipimo} codes {“sijui” na “nakataa kujibu” za nambari} kind {aina ya chaguo} variants {maneno mbadala} fixed {kinachobaki mahali pake} order {mpangilio wa nasibu} rowsFrom {jedwali ambalo safu zake zinatoka kwenye jibu} decimals {idadi ya desimali} pipe {maandishi yanayonukuu wasifu} showIf {sharti hili} constraint {kizuizi hiki} message {ujumbe wa pili} pattern {muundo huu} min {kiwango hiki cha chini} max {kiwango hiki cha juu} most {idadi ya nafasi} other {hiki: {part}}}',
} as const satisfies Record<keyof typeof known, string>
