# Sourced by the courses: what tables scenes.py is asked for, of any deck.
tables() { # 0 to 6
  case $1 in
    0|1) ;;
    2) echo '--face-down .5 .8 1';;
    3) echo '--tilts 15 62';;
    4|5) echo '--layouts fan row hand rows heap';;
    6) echo '--tilts 10 55 --layouts fan row hand rows heap';;
  esac
}
