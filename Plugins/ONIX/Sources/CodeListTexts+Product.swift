/// What products look like, who made them, and what they are about.
extension CodeListTexts {
  /// List 150: product form.
  static let productForm = """
    00|AA audio|AB audio cassette|AC audio CD|AD digital audio tape|AE audio disc|AF audio tape|AG MiniDisc|AH|\
    AI audio DVD|AJ audio download|AK audio player|AL audio on SD card|AM LP|AN audio download and stream|\
    AO audio stream|AZ other audio|BA book|BB hardback|BC paperback|BD loose-leaf book|BE spiral-bound book|\
    BF pamphlet|BG leather-bound book|BH board book|BI rag book|BJ bath book|BK novelty book|BL slide-bound book|\
    BM big book|BN part-work|BO fold-out book|BP foam book|BZ other book|CA map|CB folded map|CC flat map|\
    CD rolled map|CE globe|CZ other cartography|DA digital|DB CD-ROM|DC|DE game cartridge|DF|DI DVD-ROM|DJ SD card|\
    DK|DL|DM USB stick|DN|DO|DZ other digital carrier|EA e-book or other digital delivery|\
    EB digital download and online|EC online|ED digital download|FA|FC slides|FD|FE|FF film|FZ|LA digital licence|\
    LB digital licence key|LC digital licence code|MA|MB microfiche|MC microfilm|MZ|PA printed item|PB address book|\
    PC calendar|PD cards|PE|PF diary|PG frieze|PH kit|PI sheet music|PJ postcards|PK poster|PL record book|\
    PM folder|PN pictures|PO wallchart|PP stickers|PQ|PR notebook|PS organiser|PT bookmark|PU leaflet|\
    PV book plates|PZ other printed item|SA set|SB boxed set|SC set in slip-case|SD shrink-wrapped set|SE loose set|\
    SF set with enclosed parts|SG digital set|SH partly digital set|VA video|VF|VI DVD video|VJ VHS video|VK|VL|VM|\
    VN|VO Blu-ray|VP|VQ|VZ other video|XA trade-only material|XB empty dumpbin|XC filled dumpbin|\
    XD empty counterpack|XE filled counterpack|XF|XG|XH|XI|XJ|XK|XL shrink-wrapped pack|XM boxed pack|XN pack|XO|XY|\
    XZ|ZA merchandise|ZB doll or figure|ZC soft toy|ZD toy|ZE game|ZF T-shirt|ZG e-book reader|ZH tablet|\
    ZI audiobook player|ZJ jigsaw|ZK mug|ZL bag|ZM tableware|ZN umbrella|ZO paints and pencils|ZP handicraft kit|ZX|\
    ZY clothing|ZZ other merchandise
    """

  /// List 7, where ONIX 2.1 has a code that list 150 does not have, or has for something else.
  static let productFormBefore3 = """
    DA digital|DD DVD|DG e-book|DH online|DO digital licence key|FB|VB|VC|VD|VE|VG|VH|WW mixed media|\
    WX pack of copies
    """

  /// List 175: product form detail.
  static let productFormDetail = """
    A101 CD standard audio|A102|A103 MP3|A104|A105|A106|A107|A108|A109|A110|A111|A112|A113|A201|A202|A203|A204|A205|\
    A206|A207|A208|A209|A210|A211|A212|A301|A302|A303|A304|A305|A310|A311|A312|A400|A401|A402|A403|A404|A410|A420|\
    A421|A441|A451|A471|B101 mass market|B102 trade paperback|B103|B104 A-format|B105 B-format|B106 C-format|B107|\
    B108|B109|B110|B111|B112|B113|B114|B115|B116|B117|B118|B119|B120|B121|B122|B123|B124|B125|B126|B127|B128|B129|\
    B130|B131|B132|B133|B134|B135|B139|B140|B141|B201|B202|B204|B205|B206|B207|B208|B209|B210|B212|B213|B214|B215|\
    B216|B221 picture book|B222|B223|B224|B225|B301|B302|B303|B304 sewn|B305 unsewn|B306 library binding|B307|B308|\
    B309|B310|B311|B312|B313|B314|B315|B316|B317|B318|B319|B320|B321|B400|B401 cloth over boards|\
    B402 paper over boards|B403|B404|B405|B406|B407|B408|B409|B410|B411|B412|B413|B414|B415|B416|B417|B418|B419|\
    B420|B421|B422|B423|B424|B425|B426|B427|B501 with dust jacket|B502|B503|B504 with flaps|B505|B506|B507|B508|\
    B509|B510|B511|B512|B513|B514|B515|B516|B517|B518|B519|B520|B521|B522|B523|B524|B525|B601|B602|B603|B604|B605|\
    B606|B607|B608|B609|B610|B611|B701|B702|B703|B704|B705|B706|B707|B708|B709|B750|B751|B752|C750|D101|D102|D103|\
    D104|D105|D201|D202|D203|D204|D205|D206|D207|D301|D302|D303|D304|D305|D306|D307|D308|D309|D310|D311|D312|D313|\
    D314|D315|D316|D317|D318|D319|D320|D321|D322|D323|D324|E100|E101 EPUB|E102|E103|E104|E105|E106|E107 PDF|E108|\
    E109|E110|E111|E112|E113|E114|E115|E116 Kindle|E117|E118|E119|E120|E121|E122|E123|E124|E125|E126|\
    E127 Mobipocket|E128|E129|E130|E131|E132|E133|E134|E135|E136|E139|E140|E141|E142|E143|E144|E145|E146|E147|E148|\
    E149|E150|E151|E200|E201|E202|E203|E204|E205|E206|E210|E211|E212|E213|E221|E222|E223|E224|E225|E226|E227|L101|\
    P091|P092|P096|P097|P098|P099|P101|P102|P103|P104|P105|P106|P107|P108|P109|P110|P111|P112|P113|P114|P115|P116|\
    P120|P121|P122|P123|P124|P125|P126|P127|P131|P132|P133|P134|P201|P202|P203|P204|P301|P305|P306|V201|V202|V203|\
    V205|V206|V207|V210|V211|V212|V213|V214|V215|V220|V221|Z101|Z102|Z103|Z111|Z112|Z113|Z121
    """

  /// List 78, where ONIX 2.1 has a code that list 175 does not have.
  static let productFormDetailBefore3 = """
    B203|B211
    """

  /// List 17: contributor role.
  static let contributorRole = """
    A01 author|A02 with|A03 screenplay|A04 libretto|A05 lyrics|A06 composer|A07 artist|A08 photographer|A09 creator|\
    A10 idea|A11 designer|A12 illustrator|A13 photographs|A14 text|A15 preface|A16 prologue|A17 summary|\
    A18 supplement|A19 afterword|A20 notes|A21 commentary|A22 epilogue|A23 foreword|A24 introduction|A25|A26|A27|\
    A28|A29 introduction and notes|A30|A31|A32 contributor|A33 appendix|A34 index|A35 drawings|A36 cover|A37|\
    A38 original author|A39 maps|A40|A41|A42|A43 interviewer|A44 interviewee|A45 comic script|A46 inker|\
    A47 colourist|A48 letterer|A49|A50|A51|A52|A56|A99|B01 editor|B02 reviser|B03 reteller|B04 abridger|B05 adapter|\
    B06 translator|B07 as told by|B08 translator and commentator|B09 series editor|B10 editor and translator|\
    B11 editor-in-chief|B12 guest editor|B13 volume editor|B14|B15|B16|B17|B18|B19|B20 consultant editor|\
    B21 general editor|B22|B23|B24|B25 arranger|B26|B27|B28|B29|B30|B31|B32|B33|B34|B35|B36|B99|C01 compiler|\
    C02 selector|C03|C04|C99|D01 producer|D02 director|D03 conductor|D04|D99|E01 actor|E02|E03 narrator|\
    E04 commentator|E05 singer|E06 instrumentalist|E07 reader|E08 performers|E09 speaker|E10|E11|E99|F01|F02|F99|\
    Z01 assistant|Z02|Z03|Z04|Z05|Z06|Z98|Z99 other
    """

  /// List 27: subject scheme.
  static let subjectScheme = """
    01 Dewey|02|03 LC classification|04 LC subject heading|05|06|07|08|09 UDC|10 BISAC|11 BISAC region|12 BIC|\
    13 BIC place|14 BIC language|15 BIC period|16 BIC education|17 BIC reading level|18|19|20 keywords|21|\
    22 BISAC theme|23 publisher's own|24 own scheme|25|26 Warengruppen|27|28|29 CLIL|30|31|32 NUR|33|34|35|36|37|38|\
    39|40|41 BSQ|42|43|44|45|46|47|48|49|50|51|52|53|54|55|56|57|58|59|60|61|62|63|64|65|66|67|68|69|70|71|72|73|74|\
    75|76|77|78|79|80|81|82|83|84|85|86|87|88|89|90|91|92|93 Thema|94 Thema place|95 Thema language|96 Thema period|\
    97 Thema education|98 Thema interest|99 Thema style|A2|A3|A4|A5|A6|A7|A8|A9|B0|B1|B2|B3|B4|B5|B6|B7|B8|B9|C0|C1|\
    C2|C3|C4|C5|C6|C7|C8|C9|D0|D1|D2|D3|D4|D5
    """

  /// List 15: title type.
  static let titleType = """
    00|01|02|03|04|05|06|07|08|10|11|12|13|14|15|16
    """

  /// List 22: language role.
  static let languageRole = """
    01|02|03|04|05|06|07|08|09|10|11|12|13|14|15
    """

  /// List 23: extent type.
  static let extentType = """
    00|02|03|04|05|06|07|08|09|10|11|12|13|14|15|16|17|18|22|23
    """

  /// List 24: extent unit.
  static let extentUnit = """
    00|01|02|03|04|05|06|11|12|14|15|16|17|18|19|31
    """

  /// List 45: publishing role.
  static let publishingRole = """
    01|02|03|04|05|06|07|08|09|10|11|12|13|14|15|16|17|18|19|21
    """

  /// List 74: language.
  static let language = """
    aar|aav|abk|ace|ach|ada|ady|afa|afh|afr|ain|aka|akk|alb|ale|alg|alq|alt|amh|ang|anp|apa|ara|arc|arg|arm|arn|arp|\
    art|arw|asm|ast|ath|atj|aus|ava|ave|awa|aym|aze|bad|bai|bak|bal|bam|ban|baq|bas|bat|bej|bel|bem|ben|ber|bho|bih|\
    bik|bin|bis|bla|bnc|bnt|bos|bra|bre|brx|btk|bua|bug|bul|bum|bur|byn|cad|cai|car|cat|cau|cay|ceb|cel|cha|chb|che|\
    chg|chi|chk|chm|chn|cho|chp|chr|chu|chv|chy|cic|ckb|cmc|cmn|cnr|cop|cor|cos|cou|cpe|cpf|cpp|cre|crg|crh|crj|crk|\
    crl|crm|crp|csb|csw|cus|cwd|cze|dak|dan|dar|day|del|den|dgr|din|div|doi|dra|dsb|dua|dum|dut|dyu|dzo|efi|egl|egy|\
    eka|elx|eng|enm|epo|est|esx|ewe|ewo|fan|fao|fat|fij|fil|fin|fit|fiu|fkv|fon|fre|frm|fro|frr|frs|fry|fuf|ful|fur|\
    gaa|gay|gba|gem|geo|ger|gez|gil|git|gju|gla|gle|glg|glv|gmh|gml|goh|gon|gor|got|grb|grc|gre|grn|grt|gsw|guc|guj|\
    gwi|hai|hat|hau|haw|heb|her|hil|him|hin|hit|hmn|hmo|hmx|hoc|hop|hrv|hsb|hun|hup|hux|iba|ibo|ice|ido|iii|ijo|ike|\
    ikt|iku|ile|ilo|ina|inc|ind|ine|inh|ipk|ira|iro|ita|jav|jbo|jow|jpn|jpr|jpx|jrb|kaa|kab|kac|kal|kam|kan|kar|kas|\
    kau|kaw|kaz|kbd|kbp|kdr|kha|khi|khm|kho|khr|kik|kin|kir|kln|kmb|kok|kom|kon|kor|kos|kpe|kqs|krc|krl|kro|kru|kss|\
    kua|kum|kur|kut|kwk|lad|lah|lam|lao|lat|lav|lez|lij|lim|lin|lit|lkt|lmo|lol|lom|loz|ltz|lua|lub|lug|lui|lun|luo|\
    lus|luy|mac|mad|mag|mah|mai|mak|mal|man|mao|map|mar|mas|may|mdf|mdr|men|mga|mic|min|mis|mkh|mlg|mlt|mnc|mni|mno|\
    moe|moh|mol|mon|mos|mul|mun|mus|mwf|mwl|mwr|myn|myv|nah|nai|nap|nau|nav|nbl|nde|ndo|nds|nep|new|nia|nic|niu|nno|\
    nob|nog|non|nor|nqo|nrf|nsk|nso|nub|nwc|nya|nym|nyn|nyo|nzi|oci|odt|oji|ojs|oka|omq|ood|ori|orm|osa|oss|ota|oto|\
    paa|pag|pal|pam|pan|pap|pau|pcd|peo|per|pes|phi|phn|pli|pms|pol|pon|por|poz|pra|pri|pro|prs|pus|qar|qav|qgl|qiv|\
    qlk|qls|qnf|qsp|qsw|que|raj|rap|rar|rcf|rgn|rjs|rkt|rmg|roa|roh|rom|rum|run|rup|rus|sad|sag|sah|sai|sal|sam|san|\
    sas|sat|scc|scn|sco|scr|sdc|sdn|sel|sem|sga|sgn|shi|shn|shs|sid|sin|sio|sit|sla|slo|slv|sma|sme|smi|smj|smn|smo|\
    sms|sna|snd|snk|sog|som|son|sot|spa|srd|srm|srn|sro|srp|srr|ssa|ssw|sto|suk|sun|sus|sux|swa|swb|swe|syc|syr|szl|\
    tah|tai|tam|tat|tel|tem|ter|tet|tgk|tgl|tha|thp|tib|tig|tir|tiv|tkl|tlh|tli|tmh|tod|tog|ton|tpi|tsd|tsi|tsn|tso|\
    tuk|tum|tup|tur|tut|tvl|twi|tyv|tzm|tzo|udm|uga|uig|ukr|umb|und|unr|urd|urj|uzb|vai|vec|ven|vie|vol|vot|wak|wal|\
    war|was|wel|wen|wln|wls|wol|wuu|wym|xal|xho|xuu|yao|yap|yid|yor|ypk|yue|zap|zbl|zen|zgh|zha|zhx|znd|zul|zun|zxx|\
    zza
    """
}
