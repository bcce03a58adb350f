package com.cloudbees.groovy.cps

@interface NonCPS {}
